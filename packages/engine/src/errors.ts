import { TextError, type TextErrorDetails } from "@heddle/text/errors";

/** Every kind of failure an engine has: a closed set, so that a caller can switch over it. */
export const engineErrorKinds = [
  "unavailable",
  "busy",
  "invalid",
  "unsupported",
  "not_found",
  "conflict",
  "model_lost",
  "numerical",
  "deadline",
  "cancelled",
  "internal",
] as const;

/** One of the eleven kinds of failure; those of work on text are among them. */
export type EngineErrorKind = (typeof engineErrorKinds)[number];

/** What an error may say beside its message. */
export type EngineErrorDetails = TextErrorDetails;

/**
 * The one error class of engines; `kind` tells what a caller can do about it.
 *
 * - `unavailable`: the engine, or the disk it writes to, is not there just now; the same call may be sent again.
 * - `busy`: it has too much to do or too little memory; wait `retryAfterMs`.
 * - `invalid`: the call is wrong as it stands, whichever engine it goes to.
 * - `unsupported`: the call is right, and this engine cannot do it; the message names option, engine and remedy.
 * - `not_found`: no such base model, sampler or checkpoint.
 * - `conflict`: a name is taken, or a checkpoint does not fit the model.
 * - `model_lost`: the handle is dead and the outcome of the call unknown; open the model again from a checkpoint.
 * - `numerical`: a number was not finite; nothing was changed.
 * - `deadline`, `cancelled`: the call was given up; nothing of it remains.
 * - `internal`: a defect of the engine.
 */
export class EngineError extends TextError<EngineErrorKind> {
  override readonly name = "EngineError";
}

/**
 * What a call of an engine fails with: an `EngineError` as it is, an error of its text as an `EngineError` of the same
 * kind, anything else as a defect with its cause.
 */
export function asEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  if (error instanceof TextError) {
    const { kind, message } = error as TextError;
    return new EngineError(kind, message, error);
  }
  const message = error instanceof Error ? error.message : String(error);
  return new EngineError(
    "internal",
    `the engine failed unexpectedly: ${message}; please report this with the cause`,
    {
      cause: error,
    },
  );
}
