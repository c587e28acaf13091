/** Every kind of failure that work on text has: a closed set, so that a caller can switch over it. */
export const textErrorKinds = [
  "unavailable",
  "busy",
  "invalid",
  "unsupported",
  "not_found",
  "cancelled",
  "internal",
] as const;

/** One of the seven kinds of failure. */
export type TextErrorKind = (typeof textErrorKinds)[number];

/** What an error may say beside its message. */
export interface TextErrorDetails {
  /** The option or argument at fault, by its name in the interface. */
  readonly parameter?: string;
  /** How long a caller should wait before it tries again, for `busy` and `unavailable`. */
  readonly retryAfterMs?: number;
  /** What lies beneath, for the log; never shown to a client. */
  readonly cause?: unknown;
}

/**
 * The one error class of this package; `kind` tells what a caller can do about it.
 *
 * - `unavailable`: the worker is closed.
 * - `busy`: it has too much to do; wait `retryAfterMs`.
 * - `invalid`: the call is wrong as it stands, or takes more time or memory than a call may.
 * - `unsupported`: the call is right, and this package cannot do it; the message names the remedy.
 * - `not_found`: no such model was loaded.
 * - `cancelled`: the call was given up.
 * - `internal`: a defect of this package.
 *
 * An engine's errors say the same of more kinds. They extend this class, so that a call that is given up with one of
 * them as its reason fails with it, while this package knows no engine.
 */
export class TextError<Kind extends string = TextErrorKind> extends Error {
  override readonly name: string = "TextError";
  readonly kind: Kind;
  readonly parameter?: string;
  readonly retryAfterMs?: number;

  constructor(kind: Kind, message: string, details: TextErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.kind = kind;
    if (details.parameter !== undefined) this.parameter = details.parameter;
    if (details.retryAfterMs !== undefined) this.retryAfterMs = details.retryAfterMs;
  }
}

/** What work on text failed with: a `TextError` as it is, anything else as a defect with its cause. */
export function asTextError(error: unknown): TextError {
  if (error instanceof TextError) return error as TextError;
  const message = error instanceof Error ? error.message : String(error);
  return new TextError(
    "internal",
    `work on a text failed unexpectedly: ${message}; please report this with the cause`,
    { cause: error },
  );
}
