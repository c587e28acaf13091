import { randomUUID } from "node:crypto";
import {
  MessageChannel,
  type MessagePort,
  type Transferable,
  type Worker,
} from "node:worker_threads";

import { asEngineError, EngineError } from "../errors.ts";
import type { SampleEvent } from "../sampling.ts";
import { startThread, threadFile } from "@heddle/text/threads";
import { errorOf } from "../worker/error-transport.ts";
import { unpackEvents } from "../worker/packed-events.ts";
import type {
  Call,
  FromWorker,
  OperationInput,
  OperationName,
  OperationOutput,
  ToWorker,
  WorkerSettings,
} from "../worker/protocol.ts";
import { send } from "../worker/send.ts";
import type { CallLimit } from "./call-limit.ts";

/** How a call is made. */
export interface WorkerCallOptions<Output> {
  readonly transfer?: Transferable[];
  readonly limit?: CallLimit;
  /**
   * What happens when the limit is exceeded. Left out: the worker is told, and its answer decides whether the call was
   * given up or had come to its end before. With `undo`: the call fails at once, and what it resolves with later is
   * undone.
   */
  readonly undo?: (late: Output) => void;
  /** Kind of error when the worker ends before it has answered. */
  readonly whenLost: "model_lost" | "unavailable";
  readonly onEvents?: (events: readonly SampleEvent[]) => void;
}

interface PendingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly whenLost: "model_lost" | "unavailable";
  readonly onEvents: ((events: readonly SampleEvent[]) => void) | undefined;
}

/** A call on its way; `id` names it in further messages. */
export interface StartedCall<Output> {
  readonly id: number;
  readonly result: Promise<Output>;
}

const workerPath = "../worker/engine-worker";
/** JavaScript heap of the worker: weights and caches are not in it. */
const maxHeapMegabytes = 1024;

/** One life of the engine worker, seen from the main thread. */
export class WorkerClient {
  /** Names this life: handles of another one are lost. */
  readonly instance: string = randomUUID();
  /** Resolves when the worker is up; rejects when it could not start. */
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #hasEnded: Promise<void>;
  readonly #pending = new Map<number, PendingCall>();
  #lastId = 0;
  #isReady = false;
  #wasTerminated = false;
  #isShutDown = false;
  #end: EngineError | null = null;

  /** `onEnd` is called once when the worker has ended, whatever the reason, after all calls have failed. */
  constructor(settings: Omit<WorkerSettings, "port">, onEnd: (error: EngineError) => void) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const workerData: WorkerSettings = { ...settings, port: port2 };
    this.#worker = startThread(workerPath, import.meta.url, {
      workerData,
      transferList: [port2],
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
      name: "heddle-engine",
    });
    let cause: unknown = "it ended by itself";
    let ended = (): void => {};
    this.#hasEnded = new Promise((resolve) => {
      ended = resolve;
    });
    this.ready = new Promise((resolve, reject) => {
      port1.on("message", (message: FromWorker) => {
        if (message.kind === "ready") {
          this.#isReady = true;
          resolve();
        } else if (message.kind === "failed") cause = errorOf(message.error);
        else this.#receive(message);
      });
      this.#worker.on("error", (error) => {
        cause = error;
      });
      this.#worker.on("exit", () => {
        // Answers that were sent before the end come first.
        setImmediate(() => {
          const error = this.#ended(cause);
          reject(error);
          onEnd(error);
          ended();
        });
      });
    });
    this.ready.catch(() => {
      // Whoever calls hears of it; nobody has to wait for `ready`.
    });
  }

  /** Whether somebody ended it on purpose. */
  get wasTerminated(): boolean {
    return this.#wasTerminated;
  }

  /** Whether it ever came up. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Sends a call. Throws `invalid` for what cannot be sent to another thread. */
  start<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
    options: WorkerCallOptions<OperationOutput<Name>>,
  ): StartedCall<OperationOutput<Name>> {
    const { limit, undo } = options;
    limit?.check();
    if (this.#end !== null) throw this.#end;
    this.#lastId += 1;
    const id = this.#lastId;
    this.#send({ kind: "call", id, name, input } as Call, options.transfer);
    const result = new Promise<OperationOutput<Name>>((resolve, reject) => {
      this.#pending.set(id, {
        resolve: resolve as (value: unknown) => void,
        reject: (error) => {
          // The worker's word that it was given up; the limit knows why.
          const isGivenUp = error instanceof EngineError && error.kind === "cancelled";
          reject(isGivenUp ? (limit?.error ?? error) : error);
        },
        whenLost: options.whenLost,
        onEvents: options.onEvents,
      });
    });
    const forget = limit?.onExceeded((error) => {
      this.cancel(id);
      if (undo !== undefined) this.#abandon(id, error, undo as (late: unknown) => void);
    });
    const settled = (): void => forget?.();
    result.then(settled, settled);
    return { id, result };
  }

  call<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
    options: WorkerCallOptions<OperationOutput<Name>>,
  ): Promise<OperationOutput<Name>> {
    try {
      return this.start(name, input, options).result;
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Closes a model that nobody waits for any more. */
  abandonModel(model: number): void {
    this.call("closeModel", { model }, { whenLost: "unavailable" }).catch(() => {
      // The worker has ended, and the model with it.
    });
  }

  cancel(id: number): void {
    if (this.#pending.has(id)) this.#send({ kind: "cancel", id });
  }

  post(message: ToWorker, transfer?: Transferable[]): void {
    if (this.#end === null) this.#send(message, transfer);
  }

  /** Ends the worker at once, in the middle of whatever it does; resolves when all its calls have failed. */
  async terminate(): Promise<void> {
    this.#wasTerminated = true;
    await this.#worker.terminate();
    await this.#hasEnded;
  }

  /** The same, where the engine is to end with it: whatever runs fails with `unavailable`. */
  async shutdown(): Promise<void> {
    this.#isShutDown = true;
    await this.terminate();
  }

  /** Fails a call at once; should it come to its end all the same, that is undone. */
  #abandon(id: number, error: EngineError, undo: (late: unknown) => void): void {
    const call = this.#pending.get(id);
    if (call === undefined) return;
    this.#pending.set(id, { ...call, resolve: undo, reject: () => {}, onEvents: undefined });
    call.reject(error);
  }

  #send(message: ToWorker, transfer: Transferable[] = []): void {
    try {
      send(this.#port, message, transfer);
    } catch (cause) {
      throw new EngineError(
        "invalid",
        "the request holds something that is not plain data, such as a function",
        { cause },
      );
    }
  }

  #receive(message: Exclude<FromWorker, { kind: "ready" | "failed" }>): void {
    if (message.kind === "events") {
      for (const { id, events } of unpackEvents(message.packed))
        this.#pending.get(id)?.onEvents?.(events);
      return;
    }
    const call = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.kind === "result") call?.resolve(message.value);
    else call?.reject(errorOf(message.error));
  }

  #ended(cause: unknown): EngineError {
    const reason = cause instanceof Error ? cause.message : String(cause);
    this.#end =
      cause instanceof EngineError
        ? cause
        : new EngineError("unavailable", `the engine's worker has ended (${reason})`, { cause });
    for (const call of this.#pending.values()) call.reject(this.#lost(call, reason));
    this.#pending.clear();
    this.#port.close();
    return this.#end;
  }

  #lost({ whenLost }: PendingCall, reason: string): EngineError {
    if (this.#isShutDown) return new EngineError("unavailable", "the engine was shut down");
    const remedy =
      whenLost === "model_lost"
        ? "its outcome is unknown; open the model again from its last step or from a checkpoint"
        : "it restarts: send the call again";
    return new EngineError(
      whenLost,
      `the engine's worker ended during this call (${reason}): ${remedy}`,
    );
  }
}

/** @throws {EngineError} `unsupported` where the worker cannot be started from. */
export function checkWorkerFile(): void {
  try {
    threadFile(workerPath, import.meta.url);
  } catch (error) {
    throw asEngineError(error);
  }
}
