import { setTimeout as sleep } from "node:timers/promises";
import { answerStream, type ChatQuestion, type Message } from "./answer-stream.ts";
import type { ServerAddress } from "../server-address.ts";
import { loadedShare } from "./loaded-share.ts";
import type { Terminal } from "./terminal.ts";

/** What stays the same in a conversation. */
export type ConversationOptions = Omit<ChatQuestion, "messages"> & {
  readonly system: string | undefined;
};

/** An answer that takes longer to begin is explained by how far its model is loaded. */
const patienceMs = 400;
const [dim, plain] = ["\u001B[2m", "\u001B[22m"];

/** Turns of a person and a model, shown in a terminal as they come. */
export class Conversation {
  readonly #address: ServerAddress;
  readonly #options: ConversationOptions;
  readonly #terminal: Terminal;
  #messages: Message[] = [];

  constructor(address: ServerAddress, options: ConversationOptions, terminal: Terminal) {
    this.#address = address;
    this.#options = options;
    this.#terminal = terminal;
    this.forget();
  }

  /** Begins anew. */
  forget(): void {
    const { system } = this.#options;
    this.#messages = system === undefined ? [] : [{ role: "system", content: system }];
  }

  /**
   * Shows the answer to a message, and returns a line about its speed. A turn that Ctrl-C cuts is
   * forgotten.
   *
   * @throws ConfigError if the server refuses it
   */
  async ask(content: string): Promise<string> {
    const messages: Message[] = [...this.#messages, { role: "user", content }];
    const stopping = new AbortController();
    this.#terminal.onInterrupt(() => stopping.abort());
    try {
      const { text, says } = await this.#answer(messages, stopping.signal);
      this.#messages = [...messages, { role: "assistant", content: text }];
      return says;
    } catch (error) {
      if (stopping.signal.aborted) return "cut";
      throw error;
    } finally {
      this.#terminal.onInterrupt(undefined);
      this.#terminal.status(undefined);
    }
  }

  async #answer(
    messages: readonly Message[],
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly says: string }> {
    const begun = new AbortController();
    const progress = this.#showLoad(AbortSignal.any([signal, begun.signal]));
    const askedAt = performance.now();
    let [text, tokens, firstAt, lastAt] = ["", 0, 0, 0];
    try {
      for await (const part of answerStream(
        this.#address,
        { ...this.#options, messages },
        signal,
      )) {
        tokens = part.tokens ?? tokens;
        if (part.text === "" && part.reasoning === "") continue;
        lastAt = performance.now();
        if (firstAt === 0) {
          firstAt = lastAt;
          begun.abort();
          await progress;
        }
        this.#show(part.reasoning, part.text);
        text += part.text;
      }
    } finally {
      begun.abort();
      await progress;
      this.#terminal.write("\n");
    }
    const rate = lastAt > firstAt ? `, ${perSecond(tokens - 1, lastAt - firstAt)} tokens/s` : "";
    const first = firstAt === 0 ? "" : `, the first after ${Math.round(firstAt - askedAt)} ms`;
    return { text, says: `${tokens} tokens${rate}${first}` };
  }

  #show(reasoning: string, text: string): void {
    // A pipe takes the answer alone.
    if (reasoning !== "" && this.#terminal.isInteractive) {
      this.#terminal.write(`${dim}${reasoning}${plain}`);
    }
    this.#terminal.write(text);
  }

  /** Shows how far the model is loaded until the answer begins. */
  async #showLoad(signal: AbortSignal): Promise<void> {
    if (!this.#terminal.isInteractive) return;
    const { model } = this.#options;
    try {
      for (;;) {
        await sleep(patienceMs, undefined, { signal });
        const share = await loadedShare(this.#address, model, signal);
        const percent = share === undefined ? "" : ` ${Math.floor(share * 100)} %`;
        this.#terminal.status(share === 1 ? "reading …" : `loading ${model}${percent} …`);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
      this.#terminal.status(undefined);
    }
  }
}

function perSecond(count: number, ms: number): string {
  return Math.round((count / ms) * 1000).toLocaleString("en");
}
