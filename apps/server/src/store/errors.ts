/**
 * An error of a store. The messages are all ours: an engine's text may quote other rows, so it never
 * becomes a part of a message.
 */
export abstract class StoreError extends Error {
  override get name(): string {
    return this.constructor.name;
  }
}

/** The queue in front of a table is full; the same request succeeds later. */
export class QueueFull extends StoreError {
  readonly retryAfterS: number;

  /** `entries` says what waits in the queue: "calls", "reads of acme". */
  constructor(entries: string, retryAfterS: number) {
    super(`The queue for ${entries} is full. Send the request again in ${retryAfterS} s.`);
    this.retryAfterS = retryAfterS;
  }
}

/** The store cannot be reached, is starting again, or is closing. */
export class StoreUnavailable extends StoreError {
  readonly retryAfterS: number;

  constructor(message: string, retryAfterS = 1, options?: ErrorOptions) {
    super(message, options);
    this.retryAfterS = retryAfterS;
  }
}

/** The engine cannot hold a row as it was sent; sending it again unchanged cannot help. */
export class RowRefused extends StoreError {
  /** `entry` says what the row is to clients: "A call". */
  constructor(entry: string) {
    super(`${entry} holds a value that cannot be stored. Nothing of it was stored.`);
  }
}

/** Which bound a read ran into. */
export type Limit = "rows" | "bytes" | "memory" | "query size";

const excesses: Readonly<Record<Limit, string>> = {
  rows: "reads more entries than one query may",
  bytes: "reads more bytes than one query may",
  memory: "needs more memory than one query may have",
  "query size": "is longer than one query may be",
};

/** A read was wider than its bound allows. */
export class QueryLimit extends StoreError {
  readonly limit: Limit;

  constructor(limit: Limit) {
    super(
      `The query ${excesses[limit]}. ` +
        "Narrow it: a shorter time window, a lower limit, fewer columns or more filters.",
    );
    this.limit = limit;
  }
}

/** A read took longer than it may. */
export class QueryTimeout extends StoreError {
  constructor() {
    super("The query took longer than it may. Narrow it: a shorter time window or more filters.");
  }
}

/** The disk is full: writes fail, reads go on. */
export class DiskFull extends StoreError {
  constructor() {
    super("The disk of the store is full. Nothing was stored; reads go on. Make room and retry.");
  }
}

/** The one who asked has gone; nobody reads this. */
export class Cancelled extends StoreError {
  constructor() {
    super("The request was cancelled.");
  }
}

/** The store refused a statement that we wrote: a fault of ours, whose text stays out of answers. */
export class StoreFault extends StoreError {
  /** The engine's error number; its text would quote data. */
  readonly engineCode: number | undefined;

  constructor(engineCode: number | undefined) {
    super(`The store failed on a statement (engine code ${engineCode ?? "unknown"}).`);
    this.engineCode = engineCode;
  }
}

/** The folder or database was written by a newer release than this one. */
export class NewerStore extends StoreError {
  constructor(store: string, found: number, known: number) {
    super(
      `The ${store} has schema ${found}, written by a newer release; this release knows schemas ` +
        `up to ${known}. Start the newer release.`,
    );
  }
}
