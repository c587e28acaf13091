import { AsyncLocalStorage } from "node:async_hooks";

/** The request that a piece of work is done for, and the memory that it holds. */
export interface RequestAccount {
  /** The entity of the request's key; empty without a key. */
  readonly entity: string;
  /**
   * Counts bytes that the request holds from now on, until its answer has been sent. If they do not
   * fit the budget, it throws the refusal for the client.
   */
  hold(bytes: number): void;
}

const accounts = new AsyncLocalStorage<RequestAccount | undefined>();

/**
 * The account of the request that the caller works for; undefined for the server's own work.
 *
 * Stores read it here, so no handler can forget to pass it to them.
 */
export function currentRequest(): RequestAccount | undefined {
  return accounts.getStore();
}

/** Runs a request's work, and all work that it starts, in the request's account. */
export function inAccount<Result>(account: RequestAccount, work: () => Result): Result {
  return accounts.run(account, work);
}

/** Runs work without an account: work that is done for many requests, or for none. */
export function inNoAccount<Result>(work: () => Result): Result {
  return accounts.run(undefined, work);
}

/**
 * Makes each item of a generator in the account of the caller of this function. Without it, the
 * next item could be requested by a socket that has room again, which belongs to no request.
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
