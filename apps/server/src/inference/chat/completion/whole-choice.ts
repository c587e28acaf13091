import type { SampleStop } from "@heddle/engine";
import type { Inference } from "@heddle/types";
import type { AnswerPart } from "../answer/answer-reader.ts";
import type { Choice, ChoicePiece } from "../answer/choice.ts";
import type { PreparedAnswer } from "../answer/prepared-answer.ts";

/** One choice of an answer that is sent in one piece. */
export class WholeChoice {
  readonly #answer: PreparedAnswer;
  readonly #choice: Choice;
  readonly #content: string[];
  readonly #reasoning: string[] = [];
  readonly #calls: { readonly id: string; readonly name: string; readonly texts: string[] }[] = [];
  readonly #tokens: number[] = [];
  readonly #logprobs: Inference.TokenLogprob[] = [];

  constructor(choice: Choice, answer: PreparedAnswer) {
    this.#choice = choice;
    this.#answer = answer;
    this.#content = answer.echoed === "" ? [] : [answer.echoed];
  }

  push({ parts, tokens, logprobs }: ChoicePiece): void {
    this.#add(parts);
    if (this.#answer.form.tokenIds) this.#tokens.push(...tokens);
    this.#logprobs.push(...logprobs);
  }

  end(stop: SampleStop): Inference.ChatChoice {
    this.#add(this.#choice.end());
    const { form, prompt } = this.#answer;
    return {
      index: this.#choice.index,
      message: this.#message(),
      logprobs: form.logprobs ? { content: this.#logprobs } : null,
      ...this.#choice.endOf(stop),
      token_ids: form.tokenIds ? this.#tokens : null,
      ...(form.promptIdsInChoices && { prompt_token_ids: [...prompt] }),
    };
  }

  #add(parts: readonly AnswerPart[]): void {
    for (const part of parts) {
      if (part.kind === "call") this.#calls[part.index] = { ...part, texts: [] };
      else if (part.kind === "arguments") this.#calls[part.index]?.texts.push(part.text);
      else if (part.kind === "reasoning") this.#reasoning.push(part.text);
      else this.#content.push(part.text);
    }
  }

  #message(): Inference.ChatAnswer {
    const { role, mustCall } = this.#answer;
    const content = this.#content.join("");
    const reasoning = this.#reasoning.length === 0 ? null : this.#reasoning.join("");
    const calls = this.#calls.map(({ id, name, texts }) => ({
      id,
      type: "function" as const,
      function: { name, arguments: texts.join("") },
    }));
    return {
      role,
      content: content === "" && calls.length > 0 && !mustCall ? null : content,
      refusal: null,
      annotations: null,
      audio: null,
      function_call: null,
      ...(calls.length > 0 && { tool_calls: calls }),
      reasoning,
      reasoning_content: reasoning,
    };
  }
}
