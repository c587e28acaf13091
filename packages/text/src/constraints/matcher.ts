import { TextError } from "../errors.ts";
import type { CompiledGrammar } from "./automaton/compiled-grammar.ts";

/** The state after an end token. */
const ended = -2;

/** Follows one completion through a grammar and tells which tokens may come next. */
export class Matcher {
  readonly #grammar: CompiledGrammar;
  readonly #endTokens: readonly number[];
  readonly #accepted: number[] = [];
  #state: number;
  #generation: number;

  constructor(grammar: CompiledGrammar, endTokens: readonly number[]) {
    this.#grammar = grammar;
    this.#endTokens = endTokens;
    this.#state = grammar.start;
    this.#generation = grammar.generation;
  }

  /** Whether an end token was accepted: nothing may follow. */
  get isTerminated(): boolean {
    return this.#state === ended;
  }

  /** Takes the next token of the completion. False where the grammar does not allow it; nothing has changed then. */
  accept(token: number): boolean {
    if (this.#state === ended) return false;
    return this.#followed(() => {
      this.#catchUp();
      if (this.#endTokens.includes(token)) {
        if (!this.#grammar.isEnd(this.#state)) return false;
        this.#state = ended;
        return true;
      }
      const next = this.#grammar.after(this.#state, token);
      if (next === -1) return false;
      this.#state = next;
      this.#accepted.push(token);
      return true;
    });
  }

  /**
   * Writes which tokens may come next: words of 32 tokens each [vocabulary / 32, rounded up], bit set where allowed.
   *
   * @returns whether nothing but an end token may come next
   */
  fillMask(words: Int32Array): boolean {
    if (this.#state === ended) {
      words.fill(0);
      return true;
    }
    return this.#followed(() => {
      this.#catchUp();
      const mask = this.#grammar.mask(this.#state);
      words.set(mask);
      if (this.#grammar.isEnd(this.#state)) {
        for (const token of this.#endTokens) words[token >>> 5]! |= 1 << (token & 31);
      }
      return mask.every((word) => word === 0);
    });
  }

  /** Finds the state anew where the grammar has dropped its states. */
  #catchUp(): void {
    this.#grammar.tidy();
    if (this.#generation === this.#grammar.generation) return;
    this.#generation = this.#grammar.generation;
    this.#state = this.#grammar.start;
    for (const token of this.#accepted) this.#state = this.#grammar.after(this.#state, token);
  }

  /** A text that opens something within something else tens of thousands of times is deeper than the machine's stack. */
  #followed<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      throw new TextError(
        "invalid",
        "The constraint is too complex to be followed to its end: the text opens too much that it does not close.",
        { parameter: "constraint", cause },
      );
    }
  }
}
