import { EngineError, engineErrorKinds, type EngineErrorKind } from "../errors.ts";

/** An `EngineError` in a form that crosses threads. */
export interface ErrorMessage {
  readonly kind: EngineErrorKind;
  readonly message: string;
  readonly parameter?: string;
  readonly retryAfterMs?: number;
  /** Stack of what lies beneath, for the log. */
  readonly cause?: string;
}

/** What another thread is told of a failure; what is not an `EngineError` is a defect, and its stack goes along. */
export function errorMessage(error: unknown): ErrorMessage {
  if (error instanceof EngineError) {
    return {
      kind: error.kind,
      message: error.message,
      ...(error.parameter === undefined ? {} : { parameter: error.parameter }),
      ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
      ...(error.cause === undefined ? {} : { cause: describeCause(error.cause) }),
    };
  }
  return {
    kind: "internal",
    message: `the engine failed unexpectedly: ${error instanceof Error ? error.message : String(error)}; please report this with the cause`,
    cause: describeCause(error),
  };
}

/** The error that `errorMessage` described. */
export function errorOf(message: ErrorMessage): EngineError {
  const kind = engineErrorKinds.includes(message.kind) ? message.kind : "internal";
  return new EngineError(kind, message.message, {
    ...(message.parameter === undefined ? {} : { parameter: message.parameter }),
    ...(message.retryAfterMs === undefined ? {} : { retryAfterMs: message.retryAfterMs }),
    ...(message.cause === undefined ? {} : { cause: message.cause }),
  });
}

function describeCause(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
