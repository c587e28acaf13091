import { NotBuilt } from "./errors.ts";

const mark: unique symbol = Symbol("not built");

/**
 * Stands where a handler is still to be written: the operation answers 501, before anything of the
 * request is read. The type fits every operation, so that the compiler asks for the others alone.
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

/** Whether a handler is one that `notBuilt` made. */
export function isNotBuilt(handler: object): boolean {
  return mark in handler;
}
