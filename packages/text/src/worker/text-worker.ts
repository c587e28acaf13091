import { MessageChannel, type MessagePort } from "node:worker_threads";
import { TextError } from "../errors.ts";
import type { TemplateVariables } from "../template/chat-template.ts";
import type { EncodeOptions } from "../tokenizer/tokenizer.ts";
import type { Vocabulary } from "../tokenizer/vocabulary.ts";
import { errorMessage, errorOf } from "../threads/error-message.ts";
import type { LostMask } from "./masks.ts";
import type { TaskResult, TextFiles, TextReply, TextTask } from "./protocol.ts";
import { TextCall } from "./text-call.ts";
import { maxTextLength } from "./text-length.ts";
import { textLimits, type TextLimits } from "./text-limits.ts";
import { TextThread, type ThreadEnd } from "./text-thread.ts";

/** Gives a call up. */
export interface TextCallOptions {
  readonly signal?: AbortSignal;
}

/** Takes a port to the worker: at once, and again after each restart, then with the mask that was to blame, if one was. */
export type PortReceiver = (port: MessagePort, lost: LostMask | null) => void;

interface LoadedModel {
  readonly files: TextFiles;
  readonly maxTextLength: number;
}

// Enough that the worker never waits for this thread; few enough that a call given up is mostly not begun.
const maxSent = 4;
// A thread that ends again and again with no one to blame is defective.
const maxBlamelessEnds = 3;
const retryMs = 1000;

/**
 * Tokenizers, chat templates and grammars in a thread of their own. None of them can be interrupted, so what takes
 * longer than `timeoutMs` (1 s) or more memory than `maxHeapMegabytes` ends the thread: the call to blame fails with
 * `invalid`, and every other call, queued or running, is carried out by the next thread as if nothing had happened.
 */
export class TextWorker {
  readonly #limits: TextLimits;
  readonly #models = new Map<string, LoadedModel>();
  readonly #connections = new Map<number, PortReceiver>();
  readonly #waiting: TextCall[] = [];
  readonly #sent = new Map<number, TextCall>();
  #thread: TextThread | null = null;
  #isClosed = false;
  #lastId = 0;
  #lastSource = 0;
  #blamelessEnds = 0;

  /** @throws TextError `invalid` for a limit that cannot be kept */
  constructor(limits: Partial<TextLimits> = {}) {
    this.#limits = textLimits(limits);
  }

  /**
   * Loads a model's tokenizer and templates, in place of earlier ones of that name.
   *
   * @throws TextError `invalid` for broken files, `unsupported` for a tokenizer that cannot be carried out
   */
  async load(
    modelId: string,
    files: TextFiles,
    options: TextCallOptions = {},
  ): Promise<Vocabulary> {
    const vocabulary = (await this.#call(modelId, { name: "load", files }, options)) as Vocabulary;
    const limit = maxTextLength(vocabulary, files, this.#limits.maxTextLength);
    this.#models.set(modelId, { files, maxTextLength: limit });
    return vocabulary;
  }

  /** Forgets a model. */
  unload(modelId: string): void {
    if (this.#models.delete(modelId)) this.#thread?.post({ kind: "unload", modelId });
  }

  /** @throws TextError `invalid` for a text that is too long for the model's context, before it is encoded */
  async encode(
    modelId: string,
    text: string,
    options: EncodeOptions & TextCallOptions = {},
  ): Promise<Int32Array> {
    const limit = this.#models.get(modelId)?.maxTextLength ?? this.#limits.maxTextLength;
    if (text.length > limit) {
      throw new TextError(
        "invalid",
        `The text has ${text.length} characters; more than ${limit} cannot fit ${modelId}. Shorten it.`,
        { parameter: "text" },
      );
    }
    const { signal: _, ...encodeOptions } = options;
    const task: TextTask = { name: "encode", text, options: encodeOptions };
    return (await this.#call(modelId, task, options)) as Int32Array;
  }

  /** @throws TextError `invalid` for ids that are none of the model's */
  async decode(
    modelId: string,
    tokens: Int32Array,
    options: TextCallOptions & { readonly skipSpecialTokens?: boolean } = {},
  ): Promise<string> {
    const skipSpecialTokens = options.skipSpecialTokens ?? false;
    return (await this.#call(
      modelId,
      { name: "decode", tokens, skipSpecialTokens },
      options,
    )) as string;
  }

  /** @throws TextError `invalid` when the template refuses the messages, fails, or writes too much */
  async render(
    modelId: string,
    variables: TemplateVariables,
    options: TextCallOptions & { /** What `strftime_now` shows. */ readonly now?: Date } = {},
  ): Promise<string> {
    const now = options.now ?? new Date();
    const maxLength = this.#limits.maxRenderedLength;
    return (await this.#call(
      modelId,
      { name: "render", variables, maxLength, now },
      options,
    )) as string;
  }

  /**
   * Connects a `MaskReader` in another thread: the receiver hands it each port it is given.
   * What comes back disconnects.
   */
  connect(receiver: PortReceiver): () => void {
    if (this.#isClosed) throw closed();
    const source = ++this.#lastSource;
    this.#connections.set(source, receiver);
    if (this.#thread === null) this.#start();
    else this.#giveThePort(source, receiver, null);
    return () => this.#connections.delete(source);
  }

  /** Ends the thread; calls that are under way fail with `unavailable`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#connections.clear();
    this.#failAll(closed());
    await this.#thread?.terminate();
    this.#thread = null;
  }

  #call(modelId: string, task: TextTask, { signal }: TextCallOptions): Promise<TaskResult> {
    if (this.#isClosed) return Promise.reject(closed());
    if (this.#waiting.length + this.#sent.size >= this.#limits.maxQueued) {
      return Promise.reject(
        new TextError(
          "busy",
          `${this.#limits.maxQueued} texts are being worked on; try again later.`,
          {
            retryAfterMs: this.#limits.timeoutMs,
          },
        ),
      );
    }
    const call = new TextCall({ kind: "task", id: ++this.#lastId, modelId, task }, signal);
    if (!call.isSettled) {
      this.#waiting.push(call);
      if (this.#thread === null) this.#start();
      this.#send();
    }
    return call.result;
  }

  #start(lost: { readonly source: number; readonly mask: LostMask } | null = null): void {
    this.#thread = new TextThread(this.#limits, {
      onReply: (reply) => this.#settle(reply),
      onEnd: (end) => this.#restart(end),
    });
    // Ids of 0 belong to no call: the models were loaded once, and their files have not changed.
    for (const [modelId, { files }] of this.#models) {
      this.#thread.post({ kind: "task", id: 0, modelId, task: { name: "load", files } });
    }
    for (const [source, receiver] of this.#connections) {
      this.#giveThePort(source, receiver, lost?.source === source ? lost.mask : null);
    }
  }

  #startAgain(): void {
    if (this.#thread === null && !this.#isClosed && this.#connections.size > 0) this.#start();
  }

  #giveThePort(source: number, receiver: PortReceiver, lost: LostMask | null): void {
    const { port1, port2 } = new MessageChannel();
    this.#thread?.post({ kind: "connect", source, port: port2 }, [port2]);
    receiver(port1, lost);
  }

  #send(): void {
    while (this.#thread !== null && this.#sent.size < maxSent) {
      const call = this.#waiting.shift();
      if (call === undefined) break;
      if (call.isSettled) continue;
      try {
        this.#thread.post(call.request);
        this.#sent.set(call.request.id, call);
      } catch (cause) {
        const message = `The call holds a value that is not JSON: ${String(cause)}`;
        call.reject(new TextError("invalid", message, { cause }));
      }
    }
    this.#thread?.keepAlive(this.#sent.size > 0);
  }

  #settle(reply: TextReply): void {
    if (reply.id !== 0) this.#blamelessEnds = 0;
    const call = this.#sent.get(reply.id);
    this.#sent.delete(reply.id);
    if (call !== undefined && !call.isSettled) {
      if ("result" in reply) call.resolve(reply.result);
      else call.reject(errorOf(reply.failure));
    }
    this.#send();
  }

  #restart(end: ThreadEnd): void {
    this.#thread = null;
    if (this.#isClosed) return;
    const { task } = end;
    const blamed = task === null ? undefined : this.#sent.get(task.subject);
    const isMask = task !== null && task.source !== 0;
    if (!isMask && blamed === undefined && ++this.#blamelessEnds >= maxBlamelessEnds) {
      const message = `The text worker died ${this.#blamelessEnds} times, and no call is known to be the cause.`;
      this.#failAll(new TextError("internal", message, { cause: end.cause }));
      // For masks that are still awaited; a call would start it at once.
      setTimeout(() => this.#startAgain(), retryMs).unref();
      return;
    }
    if (!isMask && blamed !== undefined) {
      this.#sent.delete(blamed.request.id);
      blamed.reject(this.#errorOf(end, whatOf(blamed.request.task)));
    }
    this.#waiting.unshift(...this.#sent.values());
    this.#sent.clear();
    const failure = errorMessage(this.#errorOf(end, "the constraint"));
    this.#start(isMask ? { source: task.source, mask: { id: task.subject, failure } } : null);
    this.#send();
  }

  #errorOf({ reason, task, cause }: ThreadEnd, what: string): TextError {
    const { timeoutMs, loadTimeoutMs, maxHeapMegabytes } = this.#limits;
    const details = { ...(task?.source ? { parameter: "constraint" } : {}), cause };
    if (reason === "crash") {
      return new TextError("internal", `The text worker died while ${what}.`, details);
    }
    const seconds = (task?.kind === "load" ? loadTimeoutMs : timeoutMs) / 1000;
    const took =
      reason === "time" ? `longer than ${seconds} s` : `more than ${maxHeapMegabytes} MB`;
    return new TextError("invalid", `Giving up: ${what} took ${took}.`, details);
  }

  #failAll(error: TextError): void {
    for (const call of [...this.#sent.values(), ...this.#waiting]) call.reject(error);
    this.#sent.clear();
    this.#waiting.length = 0;
  }
}

function whatOf(task: TextTask): string {
  switch (task.name) {
    case "load":
      return "loading the tokenizer";
    case "encode":
      return `encoding a text of ${task.text.length} characters`;
    case "decode":
      return `decoding ${task.tokens.length} tokens`;
    default:
      return "rendering the chat template";
  }
}

function closed(): TextError {
  return new TextError("unavailable", "The text worker is closed.");
}
