import { EngineError } from "../errors.ts";
import type { TextWorker } from "@heddle/text/worker";
import { Counters } from "../worker/counters.ts";
import type { WorkerSettings } from "../worker/protocol.ts";
import { WorkerClient } from "./worker-client.ts";

/** How long nobody tries again after a worker that could not start. */
const retryAfterMs = 1000;

/** So many in a row that end before they are up mean that none can start. */
const maxEarlyEnds = 3;

/**
 * Keeps an engine worker running: when one ends, all its calls fail and the next one starts at once; one that cannot
 * even start is tried again when somebody calls, after a while.
 */
export class WorkerSupervisor {
  readonly counters: Counters = new Counters();
  readonly #settings: Omit<WorkerSettings, "port" | "counters">;
  readonly #text: TextWorker;
  readonly #onLost: () => void;
  #client: WorkerClient | null = null;
  #failure: { readonly error: EngineError; readonly atMs: number } | null = null;
  /** Workers in a row that ended before they were up. */
  #endedEarly = 0;
  #isShutDown = false;

  /** `onLost` is called when a worker has ended with all that it held. */
  constructor(
    settings: Omit<WorkerSettings, "port" | "counters">,
    text: TextWorker,
    onLost: () => void,
  ) {
    this.#settings = settings;
    this.#text = text;
    this.#onLost = onLost;
  }

  /** The worker of now. Throws `unavailable` after a shutdown, and for a while when it cannot start. */
  get client(): WorkerClient {
    this.checkRunning();
    if (this.#client !== null) return this.#client;
    if (this.#failure !== null && performance.now() - this.#failure.atMs < retryAfterMs) {
      const { error } = this.#failure;
      throw new EngineError("unavailable", error.message, { retryAfterMs, cause: error });
    }
    return this.#start();
  }

  /** Throws `unavailable` after a shutdown. */
  checkRunning(): void {
    if (this.#isShutDown) throw new EngineError("unavailable", "the engine was shut down");
  }

  get isHealthy(): boolean {
    return this.#client !== null && !this.#isShutDown;
  }

  /** Has the worker let a retired sampler go once nobody uses it; where there is no worker, it is gone. */
  async forgetSampler(key: string): Promise<void> {
    try {
      await this.#client?.call("forgetSampler", { key }, { whenLost: "unavailable" });
    } catch (error) {
      if (!(error instanceof EngineError && error.kind === "unavailable")) throw error;
    }
  }

  async shutdown(): Promise<void> {
    this.#isShutDown = true;
    await this.#client?.shutdown();
  }

  #start(): WorkerClient {
    this.counters.clear();
    const client = new WorkerClient(
      { ...this.#settings, counters: this.counters.buffer },
      (error) => {
        disconnect();
        this.#client = null;
        this.#onLost();
        this.#endedEarly = client.isReady || client.wasTerminated ? 0 : this.#endedEarly + 1;
        if (this.#isShutDown) return;
        if (this.#endedEarly < maxEarlyEnds) this.#start();
        else this.#failure = { error, atMs: performance.now() };
      },
    );
    // At once: both threads start side by side.
    const disconnect = this.#text.connect((port, lost) =>
      client.post({ kind: "masks", port, lost }, [port]),
    );
    this.#client = client;
    return client;
  }
}
