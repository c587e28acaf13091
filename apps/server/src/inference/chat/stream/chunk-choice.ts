import type { SampleStop } from "@heddle/engine";
import type { Inference } from "@heddle/types";
import type { AnswerPart } from "../answer/answer-reader.ts";
import type { AnswerForm } from "../answer/answer-form.ts";
import type { Choice, ChoicePiece } from "../answer/choice.ts";
import { deltaOf } from "./delta.ts";

/**
 * One choice of a streamed answer. Tokens that show nothing yet go out with the next that do, so
 * that no event is empty.
 */
export class ChunkChoice {
  readonly #choice: Choice;
  readonly #form: AnswerForm;
  #tokens: number[] = [];
  #logprobs: Inference.TokenLogprob[] = [];

  constructor(choice: Choice, form: AnswerForm) {
    this.#choice = choice;
    this.#form = form;
  }

  /** The choice of the next event; undefined while there is nothing to show. */
  push({ parts, tokens, logprobs }: ChoicePiece): Inference.ChunkChoice | undefined {
    if (this.#form.tokenIds) this.#tokens.push(...tokens);
    this.#logprobs.push(...logprobs);
    return parts.length === 0 ? undefined : this.#chunk(parts, { finish_reason: null });
  }

  /** The choice of its last event. */
  end(stop: SampleStop): Inference.ChunkChoice {
    const rest = this.#choice.end();
    return this.#chunk(rest, this.#choice.endOf(stop));
  }

  #chunk(
    parts: readonly AnswerPart[],
    end: Pick<Inference.ChunkChoice, "finish_reason" | "stop_reason">,
  ): Inference.ChunkChoice {
    const chunk: Inference.ChunkChoice = {
      index: this.#choice.index,
      delta: deltaOf(parts),
      logprobs: this.#logprobs.length === 0 ? null : { content: this.#logprobs },
      ...end,
      ...(this.#form.tokenIds && { token_ids: this.#tokens }),
    };
    this.#tokens = [];
    this.#logprobs = [];
    return chunk;
  }
}
