import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { Cancelled, DiskFull, StoreUnavailable } from "../../errors.ts";
import { RecordsFault } from "../records-fault.ts";
import type { Reply, Request, Result } from "./protocol.ts";
import { Withdrawn } from "./withdrawn.ts";

type Question = Request extends infer R ? (R extends Request ? Omit<R, "id"> : never) : never;

interface Waiting {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: Error) => void;
}

/** Starts the worker thread that runs SQLite, and sends requests to it. */
export class WorkerClient {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #withdrawn = new Withdrawn();
  readonly #exited: Promise<void>;
  #lastId = 0;
  #failure: Error | undefined;

  constructor() {
    // In the clone this is worker.ts, in the published package worker.js.
    const extension = extname(new URL(import.meta.url).pathname);
    this.#worker = new Worker(new URL(`./worker${extension}`, import.meta.url), {
      name: "records",
      workerData: this.#withdrawn.shared,
    });
    this.#worker.on("message", (reply: Reply) => this.#settle(reply));
    this.#worker.on("error", (error) => this.#fail(error));
    this.#exited = new Promise((resolve) => {
      this.#worker.once("exit", () => {
        this.#fail(undefined);
        resolve();
      });
    });
  }

  /**
   * Sends a request and waits for its answer. Aborting the signal ends the wait at once. A request
   * that has not begun is then skipped; one that has begun runs to its end.
   *
   * @throws DiskFull, StoreUnavailable, RecordsFault, Cancelled
   */
  async ask(question: Question, signal?: AbortSignal): Promise<Result> {
    if (this.#failure !== undefined) throw this.#failure;
    if (signal?.aborted === true) throw new Cancelled();
    const id = ++this.#lastId;
    const answered = new Promise<Result>((resolve, reject) => {
      const request: Request = { ...question, id };
      // oxlint-disable-next-line require-post-message-target-origin -- a thread, not a window
      this.#worker.postMessage(request);
      this.#waiting.set(id, { resolve, reject });
    });
    if (signal === undefined) return answered;
    const leave = (): void => this.#withdraw(id);
    signal.addEventListener("abort", leave, { once: true });
    try {
      return await answered;
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  /** Resolves when the thread has ended, after a `close` request. */
  get exited(): Promise<void> {
    return this.#exited;
  }

  #withdraw(id: number): void {
    this.#withdrawn.add(id);
    this.#waiting.get(id)?.reject(new Cancelled());
    this.#waiting.delete(id);
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    if (waiting === undefined) return;
    this.#waiting.delete(reply.id);
    if ("result" in reply) waiting.resolve(reply.result);
    else waiting.reject(storeError(reply.failure.code, reply.failure.message));
  }

  #fail(cause: Error | undefined): void {
    this.#failure ??= new StoreUnavailable(
      cause === undefined
        ? "The server is stopping. Send the request again."
        : "The server cannot reach its records. Send the request again.",
      1,
      { cause },
    );
    for (const waiting of this.#waiting.values()) waiting.reject(this.#failure);
    this.#waiting.clear();
  }
}

function storeError(code: string, message: string): Error {
  // SHMSIZE: on a full disk, the shared-memory file beside the log cannot grow either.
  if (code === "SQLITE_FULL" || code === "SQLITE_IOERR_SHMSIZE") return new DiskFull();
  if (code.startsWith("SQLITE_BUSY")) {
    return new StoreUnavailable(
      "Another program has been writing to the records for too long. Send the request again.",
    );
  }
  return new RecordsFault(code, message);
}
