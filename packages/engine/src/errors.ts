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

/** One of the eleven kinds of failure. */
export type EngineErrorKind = (typeof engineErrorKinds)[number];

/** What an error may say beside its message. */
export interface EngineErrorDetails {
  /** The option or argument at fault, by its name in the interface. */
  readonly parameter?: string;
  /** How long a caller should wait before it tries again, for `busy` and `unavailable`. */
  readonly retryAfterMs?: number;
  /** What lies beneath, for the log; never shown to a client. */
  readonly cause?: unknown;
}

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
export class EngineError extends Error {
  override readonly name = "EngineError";
  readonly kind: EngineErrorKind;
  readonly parameter?: string;
  readonly retryAfterMs?: number;

  constructor(kind: EngineErrorKind, message: string, details: EngineErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    if (details.parameter !== undefined) this.parameter = details.parameter;
    if (details.retryAfterMs !== undefined) this.retryAfterMs = details.retryAfterMs;
  }
}

/** What a call of an engine fails with: an `EngineError` as it is, anything else as a defect with its cause. */
export function asEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new EngineError("internal", `the engine failed unexpectedly: ${message}`, {
    cause: error,
  });
}
