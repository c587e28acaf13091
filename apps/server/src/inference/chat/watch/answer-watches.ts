import type { SampleEvent } from "@heddle/engine";
import type { Inference } from "@heddle/types";
import type { ServedModel } from "../../models/served-model.ts";
import type { AnswerEnd, AnswerWatch } from "./answer-watch.ts";

/** All that follow one answer, as one. */
export class AnswerWatches {
  readonly #watches: readonly AnswerWatch[];
  readonly #signal: AbortSignal;

  /** `signal` is the request's: what fails after it was aborted was cut. */
  constructor(watches: readonly AnswerWatch[], signal: AbortSignal) {
    this.#watches = watches;
    this.#signal = signal;
  }

  found(model: ServedModel): void {
    for (const watch of this.#watches) watch.found?.(model);
  }

  /** Passes on what an event of the engine tells of the prompt and the tokens. */
  event(event: SampleEvent, promptTokens: number): void {
    for (const watch of this.#watches) {
      if (event.kind === "prompt") watch.prompt?.(promptTokens, event.cachedTokens);
      else if (event.kind === "tokens") watch.sampled?.(event.tokens.length);
    }
  }

  ended(end: AnswerEnd): void {
    for (const watch of this.#watches) watch.ended?.(end);
  }

  /** The answer ended with an error. */
  failed(error: unknown): void {
    this.ended(this.#signal.aborted ? { kind: "cut" } : { kind: "failed", error });
  }

  /** Follows the events of a stream to their end, also where their reader stops before; calls `close` after that. */
  async *following(
    chunks: AsyncIterable<Inference.ChatCompletionChunk>,
    close: () => void,
  ): AsyncGenerator<Inference.ChatCompletionChunk> {
    let end: AnswerEnd | undefined = { kind: "cut" };
    try {
      for await (const chunk of chunks) {
        for (const watch of this.#watches) watch.chunk?.(chunk);
        yield chunk;
      }
      end = { kind: "streamed" };
    } catch (error) {
      end = undefined;
      this.failed(error);
      throw error;
    } finally {
      if (end !== undefined) this.ended(end);
      close();
    }
  }
}
