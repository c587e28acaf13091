import type { AnswerPart, AnswerReader } from "../answer/answer-reader.ts";
import { TextUntil } from "../answer/text-until.ts";
import { reasoningMarks } from "./reasoning-marks.ts";

/** How to read reasoning. */
export interface ReasoningOptions {
  /** Whether the prompt has opened the reasoning, so that the answer begins in the middle of it. */
  readonly isOpen: boolean;
  /** Whether the reasoning is left out. */
  readonly isHidden: boolean;
  /** Reads what follows the reasoning. */
  readonly behind: AnswerReader;
}

/**
 * Takes the reasoning off the front of an answer: `<think>…</think>`. White space just inside of the
 * marks and behind them belongs to neither text: templates write it again.
 */
export class ReasoningReader implements AnswerReader {
  readonly #options: ReasoningOptions;
  readonly #close: TextUntil = new TextUntil(reasoningMarks.close);
  #state: "opening" | "thinking" | "behind" | "content" = "opening";
  /** White space at the beginning, and behind it what may be the beginning of the opening mark. */
  #space = "";
  #start = "";
  #hasThought = false;
  /** Whether the closing mark was met, behind a thought or behind nothing. */
  #hasReasoned = false;

  constructor(options: ReasoningOptions) {
    this.#options = options;
  }

  get reasoning(): "possible" | "open" | "over" | "none" {
    if (this.#state === "opening") return this.#options.isOpen ? "open" : "possible";
    if (this.#state === "thinking") return "open";
    return this.#hasReasoned ? "over" : "none";
  }

  push(text: string): readonly AnswerPart[] {
    switch (this.#state) {
      case "opening":
        return this.#opening(text);
      case "thinking":
        return this.#thinking(text);
      case "behind":
        return this.#behind(text);
      default:
        return this.#options.behind.push(text);
    }
  }

  end(): readonly AnswerPart[] {
    const { behind, isOpen } = this.#options;
    const parts: AnswerPart[] = [];
    if (this.#state === "opening" && !isOpen) parts.push(...behind.push(this.#space + this.#start));
    if (this.#state === "opening" && isOpen) parts.push(...this.#thought(this.#start));
    if (this.#state === "thinking") parts.push(...this.#thought(this.#close.end().text));
    return [...parts, ...behind.end()];
  }

  #opening(text: string): readonly AnswerPart[] {
    const { isOpen, behind } = this.#options;
    const written = this.#start === "" ? text.trimStart() : this.#start + text;
    if (this.#start === "") this.#space += text.slice(0, text.length - written.length);
    if (written.startsWith(reasoningMarks.open)) {
      this.#state = "thinking";
      return this.#thinking(written.slice(reasoningMarks.open.length));
    }
    this.#start = written;
    if (reasoningMarks.open.startsWith(written)) return [];
    this.#state = isOpen ? "thinking" : "content";
    return isOpen ? this.#thinking(written) : behind.push(this.#space + written);
  }

  #thinking(text: string): readonly AnswerPart[] {
    const piece = this.#close.push(text);
    const parts = this.#thought(piece.text);
    if (piece.rest === undefined) return parts;
    this.#hasReasoned = true;
    this.#state = "behind";
    return [...parts, ...this.#behind(piece.rest)];
  }

  #thought(text: string): readonly AnswerPart[] {
    const thought = this.#hasThought ? text : text.trimStart();
    if (thought === "") return [];
    this.#hasThought = true;
    return this.#options.isHidden ? [] : [{ kind: "reasoning", text: thought }];
  }

  #behind(text: string): readonly AnswerPart[] {
    const content = text.trimStart();
    if (content === "") return [];
    this.#state = "content";
    return this.#options.behind.push(content);
  }
}
