import { StoreUnavailable } from "../../errors.ts";
import type { ChildOptions } from "./child-messages.ts";
import type { EngineLog } from "./engine-log.ts";
import { launchEngine, type LaunchedEngine } from "./launch.ts";
import { socketFolder, type SocketFolder } from "./socket-folder.ts";
import { watch } from "./watch.ts";

export interface SupervisorOptions {
  /** The engine's folder; created if it does not exist. */
  readonly path: string;
  readonly memoryBytes: number;
  readonly log: EngineLog;
  /** How long to wait for the engine of a killed server, which may still hold the folder. */
  readonly waitForFolderMs?: number | undefined;
  /** After this time without an answer to a ping, the engine counts as hung and is killed. */
  readonly hungAfterMs?: number | undefined;
}

const defaultWaitForFolderMs = 5000;
const defaultHungAfterMs = 30_000;
const firstDelayMs = 100;
const maxDelayMs = 5000;
const steadyAfterMs = 30_000;
const endWithinMs = 15_000;

/** Keeps an engine process running: starts it, and starts it again when it dies. */
export class Supervisor {
  readonly socketPath: string;
  readonly #options: ChildOptions;
  readonly #log: EngineLog;
  readonly #hungAfterMs: number;
  readonly #folder: SocketFolder;
  #engine: LaunchedEngine | undefined;
  #waiting: (() => void)[] = [];
  #delayMs = firstDelayMs;
  #restart: NodeJS.Timeout | undefined;
  #launching: Promise<void> | undefined;
  #isClosed = false;

  private constructor(options: SupervisorOptions, folder: SocketFolder) {
    this.#folder = folder;
    this.socketPath = folder.socketPath;
    this.#options = {
      path: options.path,
      socketPath: folder.socketPath,
      memoryBytes: options.memoryBytes,
      waitForFolderMs: options.waitForFolderMs ?? defaultWaitForFolderMs,
    };
    this.#log = options.log;
    this.#hungAfterMs = options.hungAfterMs ?? defaultHungAfterMs;
  }

  /** Starts the engine. Throws `StoreUnavailable` if the first start fails. */
  static async start(options: SupervisorOptions): Promise<Supervisor> {
    const folder = await socketFolder(options.path);
    const supervisor = new Supervisor(options, folder);
    try {
      await supervisor.#launch();
    } catch (error) {
      await folder.remove();
      throw error;
    }
    return supervisor;
  }

  /** The id of the engine's process; undefined while none runs. */
  get pid(): number | undefined {
    return this.#engine?.pid;
  }

  /** Resolves when the engine runs. Throws `StoreUnavailable` if it does not run in time. */
  async ready(withinMs: number): Promise<void> {
    if (this.#isClosed) throw stopping();
    if (this.#engine !== undefined) return;
    await new Promise<void>((resolve, reject) => {
      const wake = (): void => {
        clearTimeout(timer);
        if (this.#isClosed) reject(stopping());
        else resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== wake);
        reject(new StoreUnavailable("The trace engine is starting again. Retry in a moment."));
      }, withinMs);
      this.#waiting.push(wake);
    });
  }

  /** Ends the engine cleanly, or kills it if it does not end in time. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#restart);
    await this.#launching;
    const engine = this.#engine;
    if (engine !== undefined) {
      const timer = setTimeout(() => engine.kill(), endWithinMs);
      engine.end();
      await engine.exited;
      clearTimeout(timer);
    }
    this.#wakeAll();
    await this.#folder.remove();
  }

  async #launch(): Promise<void> {
    const startedAt = performance.now();
    const engine = await launchEngine(this.#options, this.#log);
    this.#engine = engine;
    const startMs = Math.round(performance.now() - startedAt);
    this.#log.info({ enginePid: engine.pid, startMs }, "trace engine ready");
    // After a crash inside the engine, its process may hang without an answer and hold the folder.
    const stopWatching = watch(this.socketPath, this.#hungAfterMs, () => {
      this.#log.error({ enginePid: engine.pid }, "the trace engine hangs; killing it");
      engine.kill();
    });
    void this.#outlive(engine, stopWatching);
    this.#wakeAll();
  }

  async #outlive(engine: LaunchedEngine, stopWatching: () => void): Promise<void> {
    const startedAt = performance.now();
    const exit = await engine.exited;
    stopWatching();
    this.#engine = undefined;
    if (this.#isClosed) return;
    const livedMs = performance.now() - startedAt;
    const facts = { ...exit, livedS: Math.round(livedMs / 1000) };
    this.#log.error(facts, "the trace engine ended unexpectedly; starting it again");
    if (livedMs > steadyAfterMs) this.#delayMs = firstDelayMs;
    this.#restartLater();
  }

  #restartLater(): void {
    const delayMs = this.#delayMs;
    this.#delayMs = Math.min(delayMs * 2, maxDelayMs);
    this.#restart = setTimeout(() => {
      this.#launching = this.#launch().catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        this.#log.error({ reason }, "the trace engine did not start; trying again");
        if (!this.#isClosed) this.#restartLater();
      });
    }, delayMs);
  }

  #wakeAll(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

function stopping(): StoreUnavailable {
  return new StoreUnavailable("The server is stopping. Send the request again.");
}
