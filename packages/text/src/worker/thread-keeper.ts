import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { LostMask } from "./masks.ts";
import type { TextFiles, TextReply, TextRequest } from "./protocol.ts";
import type { TextLimits } from "./text-limits.ts";
import { TextThread, type ThreadEnd } from "./text-thread.ts";

/** Takes a port to the worker: at once, and again after each restart, then with the mask that was to blame, if one was. */
export type PortReceiver = (port: MessagePort, lost: LostMask | null) => void;

/** A mask that was to blame for the end of a thread, and the connection it belongs to. */
export interface LostSource {
  readonly source: number;
  readonly mask: LostMask;
}

/** Who hears of the thread that works. */
export interface KeeperListener {
  onReply(reply: TextReply): void;
  /** The thread has gone; nothing is carried out until `start`. */
  onEnd(end: ThreadEnd): void;
}

/**
 * The thread of a text worker, with all models and connections in it, from one life to the next. While a piece of work
 * takes long, a successor starts and loads the models, so that nobody waits for that when the thread has to be ended.
 * It costs a second copy of the tokenizers, and goes when the work comes to its end after all.
 */
export class ThreadKeeper {
  readonly #limits: TextLimits;
  readonly #listener: KeeperListener;
  readonly #models = new Map<string, TextFiles>();
  readonly #connections = new Map<number, PortReceiver>();
  #thread: TextThread | null = null;
  #successor: TextThread | null = null;
  #lastSource = 0;

  constructor(limits: TextLimits, listener: KeeperListener) {
    this.#limits = limits;
    this.#listener = listener;
  }

  get isRunning(): boolean {
    return this.#thread !== null;
  }

  get hasConnections(): boolean {
    return this.#connections.size > 0;
  }

  /** Starts a thread, or puts the successor in its place. */
  start(lost: LostSource | null = null): void {
    this.#thread = this.#successor ?? this.#started();
    this.#successor = null;
    for (const [source, receiver] of this.#connections) {
      this.#giveThePort(source, receiver, lost?.source === source ? lost.mask : null);
    }
  }

  /** Sends to the thread that works; nothing where none does. Throws for what cannot cross threads. */
  post(request: TextRequest): void {
    this.#thread?.post(request);
  }

  /** Whether the process stays alive for what the thread is doing. */
  keepAlive(isNeeded: boolean): void {
    this.#thread?.keepAlive(isNeeded);
  }

  /** A model that the thread has loaded, and that later ones load by themselves. */
  remember(modelId: string, files: TextFiles): void {
    this.#models.set(modelId, files);
    this.#successor?.post(loading(modelId, files));
  }

  forget(modelId: string): void {
    if (!this.#models.delete(modelId)) return;
    for (const thread of [this.#thread, this.#successor]) thread?.post({ kind: "unload", modelId });
  }

  /** Gives a port of each thread to the receiver. What comes back disconnects. */
  connect(receiver: PortReceiver): () => void {
    const source = ++this.#lastSource;
    this.#connections.set(source, receiver);
    if (this.#thread === null) this.start();
    else this.#giveThePort(source, receiver, null);
    return () => this.#connections.delete(source);
  }

  /** Ends all threads, and forgets the connections. */
  async close(): Promise<void> {
    this.#connections.clear();
    const threads = [this.#thread, this.#successor].filter((thread) => thread !== null);
    this.#thread = null;
    this.#successor = null;
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  #started(): TextThread {
    const thread: TextThread = new TextThread(this.#limits, {
      onReply: (reply) => this.#listener.onReply(reply),
      onDelay: () => {
        if (thread === this.#thread) this.#successor ??= this.#started();
      },
      onRecovery: () => {
        if (thread !== this.#thread) return;
        void this.#successor?.terminate();
        this.#successor = null;
      },
      onEnd: (end) => {
        if (thread === this.#successor) this.#successor = null;
        if (thread !== this.#thread) return;
        this.#thread = null;
        this.#listener.onEnd(end);
      },
    });
    // The models were loaded once, and their files have not changed: nobody waits for the answers.
    for (const [modelId, files] of this.#models) thread.post(loading(modelId, files));
    return thread;
  }

  #giveThePort(source: number, receiver: PortReceiver, lost: LostMask | null): void {
    const { port1, port2 } = new MessageChannel();
    this.#thread?.post({ kind: "connect", source, port: port2 }, [port2]);
    receiver(port1, lost);
  }
}

/** Ids of 0 belong to no call. */
function loading(modelId: string, files: TextFiles): TextRequest {
  return { kind: "task", id: 0, modelId, task: { name: "load", files } };
}
