import { TextError, type TextErrorKind } from "../errors.ts";

/** An error in a form that crosses threads. */
export interface ErrorMessage<Kind extends string = TextErrorKind> {
  readonly kind: Kind;
  readonly message: string;
  readonly parameter?: string;
  readonly retryAfterMs?: number;
  /** Stack of what lies beneath, for the log. */
  readonly cause?: string;
}

/** What another thread is told of a failure. */
export function errorMessage<Kind extends string>(error: TextError<Kind>): ErrorMessage<Kind> {
  return {
    kind: error.kind,
    message: error.message,
    ...(error.parameter === undefined ? {} : { parameter: error.parameter }),
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
    ...(error.cause === undefined ? {} : { cause: describeCause(error.cause) }),
  };
}

/** The error that `errorMessage` described. */
export function errorOf({ kind, message, ...details }: ErrorMessage): TextError {
  return new TextError(kind, message, details);
}

function describeCause(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
