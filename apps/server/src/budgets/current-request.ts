import { AsyncLocalStorage } from "node:async_hooks";

/** Who a piece of work is done for, and what it may hold in memory meanwhile. */
export interface RequestAccount {
  /** The entity that asked; empty for a request without a key. */
  readonly entity: string;
  /**
   * Counts bytes that the request holds from now on, until its answer has left.
   *
   * Throws the refusal that the client gets where they do not fit the budget.
   */
  hold(bytes: number): void;
}

const accounts = new AsyncLocalStorage<RequestAccount | undefined>();

/**
 * The account of the request that the caller works for; undefined for work of the server's own.
 *
 * Stores ask here, so that no handler can forget to say whose work it is.
 */
export function currentRequest(): RequestAccount | undefined {
  return accounts.getStore();
}

/** Runs a request's work, and whatever it starts, in its account. */
export function inAccount<Result>(account: RequestAccount, work: () => Result): Result {
  return accounts.run(account, work);
}

/** Runs work that is done for many requests, or for none, in the account of no one. */
export function inNoAccount<Result>(work: () => Result): Result {
  return accounts.run(undefined, work);
}

/**
 * Items that are made as they are asked for, each in the account that this is called in: whoever
 * asks for the next may be a socket that has room again, and knows of no request.
 */
export function inThisAccount<Item>(items: AsyncGenerator<Item, void>): AsyncGenerator<Item, void> {
  const account = currentRequest();
  const run = <Result>(work: () => Result): Result => accounts.run(account, work);
  return {
    next: () => run(() => items.next()),
    return: () => run(() => items.return()),
    throw: (error) => run(() => items.throw(error)),
    [Symbol.asyncIterator]() {
      return this;
    },
    [Symbol.asyncDispose]: () => run(() => items[Symbol.asyncDispose]()),
  };
}
