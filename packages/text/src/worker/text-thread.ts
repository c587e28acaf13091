import type { Transferable, Worker } from "node:worker_threads";
import { startThread } from "../threads/start-thread.ts";
import { Activity, type Task } from "./activity.ts";
import type { TextReply, TextRequest, TextWorkerData } from "./protocol.ts";
import { type TextLimits, timeLimitMs } from "./text-limits.ts";

/**
 * Where other programs leave a thread little of the machine, a piece of work may take so many times its limit: what it
 * costs is its own time of the processor.
 */
const patience = 10;

/** A thread that does not tell its processor time is in the middle of something that no one can look into. */
const patienceWithSilence = 2;

/** The share of the machine's time that a thread has which nobody disturbs: collecting garbage takes other threads. */
const worthWhile = 0.8;

/** How often the clock looks in the time of a call: each look is so much that a call may take too long. */
const looksInTime = 20;

/** Why a thread has ended, and what it was doing. */
export interface ThreadEnd {
  readonly reason: "time" | "memory" | "crash";
  readonly task: Task | null;
  readonly cause: unknown;
}

/** The work in hand. */
interface Seen {
  readonly serial: number;
  /** How often the clock has found it there. */
  looks: number;
  /** Processor time of the thread when half the time was over, and how long that had taken, in ms. */
  half: { readonly processorMs: number; readonly tookMs: number } | null;
  /** The thread was asked for its processor time, and has not answered. */
  isAsked: boolean;
}

/** Who hears of a thread. */
export interface ThreadListener {
  onReply(reply: TextReply): void;
  /** Half the time of one piece of work is over, and it goes on. */
  onDelay(): void;
  /** That piece of work has come to its end after all. */
  onRecovery(): void;
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
  #seen: Seen | null = null;
  #isDelayed = false;
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
    this.#intervalMs = Math.max(5, Math.min(limits.timeoutMs, 1000) / looksInTime);
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
    if (task === null || this.#seen?.serial !== task.serial) {
      const { serial } = task ?? {};
      this.#seen = serial === undefined ? null : { serial, looks: 0, half: null, isAsked: false };
      if (this.#isDelayed) this.#listener.onRecovery();
      this.#isDelayed = false;
      return;
    }
    const seen = this.#seen;
    seen.looks += 1;
    const tookMs = seen.looks * this.#intervalMs;
    const limitMs = timeLimitMs(this.#limits, task.kind);
    if (tookMs < limitMs / 2) return;
    if (!this.#isDelayed) {
      this.#isDelayed = true;
      this.#listener.onDelay();
    }
    // Node tells a thread's processor time since 24.6; before, the time that passed has to do.
    const isKnown = typeof this.#worker.cpuUsage === "function";
    const most = seen.isAsked ? patienceWithSilence : patience;
    if (tookMs >= limitMs * (isKnown ? most : 1)) this.#end("time", task, undefined);
    else if (isKnown && !seen.isAsked && (seen.half === null || tookMs >= limitMs)) {
      void this.#ask(seen, tookMs, limitMs, task);
    }
  }

  /** Ends the thread if its own processor time, after half of the limit, is as long as the other half. */
  async #ask(seen: Seen, tookMs: number, limitMs: number, task: Task): Promise<void> {
    seen.isAsked = true;
    const processorMs = await this.#processorMs();
    seen.isAsked = false;
    // It has come to its end, or the thread has.
    if (processorMs === undefined || this.#activity.current()?.serial !== seen.serial) return;
    if (seen.half === null) seen.half = { processorMs, tookMs };
    else if (processorMs - seen.half.processorMs >= (limitMs - seen.half.tookMs) * worthWhile) {
      this.#end("time", task, undefined);
    }
  }

  /** Undefined for a thread that is gone. */
  async #processorMs(): Promise<number | undefined> {
    try {
      const { user, system } = await this.#worker.cpuUsage();
      return (user + system) / 1000;
    } catch {
      return undefined;
    }
  }

  #end(reason: ThreadEnd["reason"], task: Task | null, cause: unknown): void {
    if (this.#hasEnded) return;
    // Only when the thread has gone is the memory that it shares free for the next one to write.
    void this.terminate().then(() => this.#listener.onEnd({ reason, task, cause }));
  }
}
