import { errorMessage as messageOf, type ErrorMessage as Message } from "@heddle/text/threads";
import { asEngineError, EngineError, type EngineErrorKind } from "../errors.ts";

/** An `EngineError` in a form that crosses threads. */
export type ErrorMessage = Message<EngineErrorKind>;

/** What another thread is told of a failure; a defect's stack goes along. */
export function errorMessage(error: unknown): ErrorMessage {
  return messageOf(asEngineError(error));
}

/** The error that `errorMessage` described. */
export function errorOf({ kind, message, ...details }: ErrorMessage): EngineError {
  return new EngineError(kind, message, details);
}
