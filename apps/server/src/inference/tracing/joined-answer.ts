import type { Inference } from "@heddle/types";
import type { TracedAnswer, TracedChoice } from "./traced-answer.ts";

type Chunk = Inference.ChatCompletionChunk;

interface JoinedCall {
  readonly id: string;
  readonly name: string;
  readonly texts: string[];
}

/** A choice while its events come. */
class JoinedChoice {
  role = "assistant";
  readonly content: string[] = [];
  readonly reasoning: string[] = [];
  readonly calls: JoinedCall[] = [];
  finish: Pick<TracedChoice, "finish_reason" | "stop_reason"> = {
    finish_reason: null,
    stop_reason: null,
  };

  /** Joins a delta; returns its characters. */
  add({ role, content, reasoning, tool_calls: calls = [] }: Inference.ChunkDelta): number {
    if (role !== undefined) this.role = role;
    let characters = 0;
    const join = (texts: string[] | undefined, text: string | null | undefined): void => {
      if (!text || texts === undefined) return;
      texts.push(text);
      characters += text.length;
    };
    join(this.content, content);
    join(this.reasoning, reasoning);
    for (const { index, id, function: written } of calls) {
      if (id !== undefined) this.calls[index] = { id, name: written?.name ?? "", texts: [] };
      join(this.calls[index]?.texts, written?.arguments);
    }
    return characters;
  }

  traced(index: number): TracedChoice {
    const content = this.content.join("");
    const calls = this.calls.map(({ id, name, texts }) => ({
      id,
      type: "function" as const,
      function: { name, arguments: texts.join("") },
    }));
    return {
      index,
      message: {
        role: this.role,
        content: content === "" && calls.length > 0 ? null : content,
        ...(this.reasoning.length > 0 && { reasoning: this.reasoning.join("") }),
        ...(calls.length > 0 && { tool_calls: calls }),
      },
      ...this.finish,
    };
  }
}

/** Joins the events of a stream to one answer. */
export class JoinedAnswer {
  readonly #choices: JoinedChoice[] = [];
  #head: Pick<Chunk, "id" | "created" | "model"> | undefined;

  /** Joins one event; returns the characters that it adds. */
  add({ id, created, model, choices }: Chunk): number {
    this.#head ??= { id, created, model };
    let characters = 0;
    for (const { index, delta, finish_reason, stop_reason } of choices) {
      const choice = (this.#choices[index] ??= new JoinedChoice());
      characters += choice.add(delta);
      if (finish_reason !== null) {
        choice.finish = { finish_reason, stop_reason: stop_reason ?? null };
      }
    }
    return characters;
  }

  /** The answer as far as it has come; undefined before the first event. */
  traced(): TracedAnswer | undefined {
    if (this.#head === undefined) return undefined;
    return {
      id: this.#head.id,
      object: "chat.completion",
      created: this.#head.created,
      model: this.#head.model,
      choices: this.#choices.map((choice, index) => choice.traced(index)),
    };
  }
}
