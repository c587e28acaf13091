import { NotBuilt } from "./errors.ts";

const mark: unique symbol = Symbol("not built");

/**
 * Takes the place of a handler that is not written yet: the operation answers 501 without reading
 * the request. Its type fits every operation, so the compiler asks only for the other handlers.
 *
 * @example
 * const calls: TraceHandlers<Context>["calls"] = { read: notBuilt("calls.read"), … };
 */
export function notBuilt(operationId: string): () => never {
  const handler = (): never => {
    throw new NotBuilt(operationId, "");
  };
  return Object.assign(handler, { [mark]: true });
}

/** Whether `notBuilt` made this handler. */
export function isNotBuilt(handler: object): boolean {
  return mark in handler;
}
