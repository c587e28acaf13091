import type { Transferable, Worker } from "node:worker_threads";
import { startThread } from "../threads/start-thread.ts";
import { Activity, type Task } from "./activity.ts";
import type { TextReply, TextRequest, TextWorkerData } from "./protocol.ts";
import type { TextLimits } from "./text-limits.ts";

/** Why a thread has ended, and what it was doing. */
export interface ThreadEnd {
  readonly reason: "time" | "memory" | "crash";
  readonly task: Task | null;
  readonly cause: unknown;
}

/** Who hears of a thread. */
export interface ThreadListener {
  onReply(reply: TextReply): void;
  /** Called once, when the thread has gone, unless `terminate` was called. */
  onEnd(end: ThreadEnd): void;
}

/**
 * One life of the worker thread. A clock looks at what it is doing; when one piece of work takes too long the thread
 * is ended, since nothing in it can be interrupted.
 */
export class TextThread {
  readonly #worker: Worker;
  readonly #activity = new Activity();
  readonly #limits: TextLimits;
  readonly #listener: ThreadListener;
  readonly #clock: NodeJS.Timeout;
  readonly #intervalMs: number;
  /** The work in hand, and how often the clock has found it there. */
  #seen: { readonly serial: number; looks: number } | null = null;
  #hasEnded = false;

  constructor(limits: TextLimits, listener: ThreadListener) {
    this.#limits = limits;
    this.#listener = listener;
    const workerData: TextWorkerData = { activity: this.#activity.shared };
    this.#worker = startThread("./worker", import.meta.url, {
      name: "text",
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: limits.maxHeapMegabytes },
    });
    this.#worker.unref();
    this.#worker.on("message", (reply: TextReply) => {
      if (!this.#hasEnded) listener.onReply(reply);
    });
    this.#worker.once("error", (cause: NodeJS.ErrnoException) => {
      const isMemory = cause.code === "ERR_WORKER_OUT_OF_MEMORY";
      this.#end(isMemory ? "memory" : "crash", this.#activity.current(), cause);
    });
    this.#worker.once("exit", (code) => {
      this.#end("crash", this.#activity.current(), new Error(`exit code ${code}`));
    });
    this.#intervalMs = Math.max(5, Math.min(limits.timeoutMs, 1000) / 10);
    this.#clock = setInterval(() => this.#look(), this.#intervalMs).unref();
  }

  post(request: TextRequest, transfer: readonly Transferable[] = []): void {
    // oxlint-disable-next-line require-post-message-target-origin -- a thread, not a window
    this.#worker.postMessage(request, transfer);
  }

  /** Whether the process stays alive for what the thread is doing. */
  keepAlive(isNeeded: boolean): void {
    if (isNeeded) this.#worker.ref();
    else this.#worker.unref();
  }

  /** Ends the thread; resolves when it has gone. */
  async terminate(): Promise<void> {
    this.#hasEnded = true;
    clearInterval(this.#clock);
    await this.#worker.terminate();
  }

  /**
   * Time is counted in looks: while the whole process stands still (a suspended machine, a stopped process) nobody is to
   * blame, and a clock on the wall would go on.
   */
  #look(): void {
    const task = this.#activity.current();
    if (task === null) {
      this.#seen = null;
      return;
    }
    if (this.#seen?.serial !== task.serial) {
      this.#seen = { serial: task.serial, looks: 0 };
      return;
    }
    this.#seen.looks += 1;
    const { timeoutMs, loadTimeoutMs } = this.#limits;
    const limitMs = task.kind === "load" ? loadTimeoutMs : timeoutMs;
    if (this.#seen.looks * this.#intervalMs < limitMs) return;
    this.#end("time", task, undefined);
  }

  #end(reason: ThreadEnd["reason"], task: Task | null, cause: unknown): void {
    if (this.#hasEnded) return;
    // Only when the thread has gone is the memory that it shares free for the next one to write.
    void this.terminate().then(() => this.#listener.onEnd({ reason, task, cause }));
  }
}
