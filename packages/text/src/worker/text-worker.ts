import { TextError } from "../errors.ts";
import type { TemplateVariables } from "../template/chat-template.ts";
import type { EncodeOptions } from "../tokenizer/tokenizer.ts";
import type { Vocabulary } from "../tokenizer/vocabulary.ts";
import { errorMessage, errorOf } from "../threads/error-message.ts";
import { blame } from "./blame.ts";
import type { RenderOptions, TextCallOptions } from "./call-options.ts";
import type { PromptText } from "./prompt-text.ts";
import type { TaskResult, TextFiles, TextReply, TextTask } from "./protocol.ts";
import { TextCall } from "./text-call.ts";
import { checkTextLength, maxTextLength } from "./text-length.ts";
import { textLimits, type TextLimits } from "./text-limits.ts";
import type { ThreadEnd } from "./text-thread.ts";
import { type PortReceiver, ThreadKeeper } from "./thread-keeper.ts";

// Enough that the worker never waits for this thread; few enough that a call given up is mostly not begun.
const maxSent = 4;
// A thread that ends again and again with no one to blame is defective.
const maxBlamelessEnds = 3;
const retryMs = 1000;

/**
 * Tokenizers, chat templates and grammars in a thread of their own. None of them can be interrupted, so what takes
 * longer than `timeoutMs` (0.7 s) or more memory than `maxHeapMegabytes` ends the thread: the call to blame fails with
 * `invalid`, and every other call, queued or running, is carried out by the next thread as if nothing had happened.
 */
export class TextWorker {
  readonly #limits: TextLimits;
  readonly #threads: ThreadKeeper;
  /** UTF-16 units of a text that is worth encoding, by model. */
  readonly #maxTextLengths = new Map<string, number>();
  readonly #waiting: TextCall[] = [];
  readonly #sent = new Map<number, TextCall>();
  #isClosed = false;
  #lastId = 0;
  #blamelessEnds = 0;

  /** @throws TextError `invalid` for a limit that cannot be kept */
  constructor(limits: Partial<TextLimits> = {}) {
    this.#limits = textLimits(limits);
    this.#threads = new ThreadKeeper(this.#limits, {
      onReply: (reply) => this.#settle(reply),
      onEnd: (end) => this.#restart(end),
    });
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
    this.#maxTextLengths.set(modelId, limit);
    this.#threads.remember(modelId, files);
    return vocabulary;
  }

  /** Forgets a model. */
  unload(modelId: string): void {
    this.#maxTextLengths.delete(modelId);
    this.#threads.forget(modelId);
  }

  /** @throws TextError `invalid` for a text that is too long for the model's context, before it is encoded */
  async encode(
    modelId: string,
    text: string,
    options: EncodeOptions & TextCallOptions = {},
  ): Promise<Int32Array> {
    checkTextLength(modelId, text, this.#maxTextLength(modelId));
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
    options: RenderOptions = {},
  ): Promise<string> {
    const { now = new Date() } = options;
    const maxLength = this.#limits.maxRenderedLength;
    return (await this.#call(
      modelId,
      { name: "render", variables, maxLength, now },
      options,
    )) as string;
  }

  /**
   * `render`, and `encode` of what the template wrote, as one call: each has its own time.
   *
   * @throws TextError as both do
   */
  async prompt(
    modelId: string,
    variables: TemplateVariables,
    options: EncodeOptions & RenderOptions = {},
  ): Promise<PromptText> {
    const { signal: _, now = new Date(), ...encodeOptions } = options;
    const task: TextTask = {
      name: "prompt",
      variables,
      maxLength: this.#limits.maxRenderedLength,
      now,
      maxTextLength: this.#maxTextLength(modelId),
      options: encodeOptions,
    };
    return (await this.#call(modelId, task, options)) as PromptText;
  }

  /**
   * Connects a `MaskReader` in another thread: the receiver hands it each port it is given.
   * What comes back disconnects.
   */
  connect(receiver: PortReceiver): () => void {
    if (this.#isClosed) throw closed();
    return this.#threads.connect(receiver);
  }

  /** Ends the thread; calls that are under way fail with `unavailable`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#failAll(closed());
    await this.#threads.close();
  }

  #maxTextLength(modelId: string): number {
    return this.#maxTextLengths.get(modelId) ?? this.#limits.maxTextLength;
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
      if (!this.#threads.isRunning) this.#threads.start();
      this.#send();
    }
    return call.result;
  }

  #startAgain(): void {
    const { isRunning, hasConnections } = this.#threads;
    if (!isRunning && hasConnections && !this.#isClosed) this.#threads.start();
  }

  #send(): void {
    while (this.#threads.isRunning && this.#sent.size < maxSent) {
      const call = this.#waiting.shift();
      if (call === undefined) break;
      if (call.isSettled) continue;
      try {
        this.#threads.post(call.request);
        this.#sent.set(call.request.id, call);
      } catch (cause) {
        const message = `The call holds a value that is not JSON: ${String(cause)}`;
        call.reject(new TextError("invalid", message, { cause }));
      }
    }
    this.#threads.keepAlive(this.#sent.size > 0);
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
      blamed.reject(blame(end, blamed.request.task, this.#limits));
    }
    this.#waiting.unshift(...this.#sent.values());
    this.#sent.clear();
    const failure = errorMessage(blame(end, null, this.#limits));
    this.#threads.start(
      isMask ? { source: task.source, mask: { id: task.subject, failure } } : null,
    );
    this.#send();
  }

  #failAll(error: TextError): void {
    for (const call of [...this.#sent.values(), ...this.#waiting]) call.reject(error);
    this.#sent.clear();
    this.#waiting.length = 0;
  }
}

function closed(): TextError {
  return new TextError("unavailable", "The text worker is closed.");
}
