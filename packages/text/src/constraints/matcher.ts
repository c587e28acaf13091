import type { CompiledGrammar, GrammarMatcher } from "@mlc-ai/web-xgrammar";

import type { LoadedXGrammar } from "./load-xgrammar.ts";
import type { Utf8Tokens } from "./utf8-tokens.ts";

import { TextError } from "../errors.ts";

/** Where a matcher gets what it is made of, anew when the library's instance has been replaced. */
export interface MatcherSource {
  readonly generation: number;
  readonly utf8: Utf8Tokens;
  readonly endTokens: readonly number[];
  compiled(): Promise<{ loaded: LoadedXGrammar; grammar: CompiledGrammar; generation: number }>;
  /** Called when the library failed within a matcher. */
  fail(): void;
}

/** Follows one completion through a grammar and tells which tokens may come next. */
export class Matcher {
  readonly #source: MatcherSource;
  readonly #accepted: number[] = [];
  #matcher: GrammarMatcher | null = null;
  #generation = -1;
  /** Where the completion stands within a character. */
  #state = 0;
  #isTerminated = false;

  constructor(source: MatcherSource) {
    this.#source = source;
  }

  /** Whether an end token was accepted: nothing may follow. */
  get isTerminated(): boolean {
    return this.#isTerminated;
  }

  /** Takes the next token of the completion. False where the grammar does not allow it; nothing has changed then. */
  async accept(token: number): Promise<boolean> {
    const { utf8, endTokens } = this.#source;
    const allowed = utf8.allowed(this.#state);
    if (this.#isTerminated || (((allowed[token >>> 5] ?? 0) >>> (token & 31)) & 1) === 0)
      return false;
    const matcher = await this.#current();
    if (!this.#guarded(() => matcher.acceptToken(token))) return false;
    this.#accepted.push(token);
    if (!endTokens.includes(token)) this.#state = utf8.after(this.#state, token);
    this.#isTerminated = this.#guarded(() => matcher.isTerminated());
    return true;
  }

  /**
   * Writes which tokens may come next: words of 32 tokens each [vocabulary / 32, rounded up], bit set where allowed.
   *
   * @returns whether nothing but an end token may come next
   */
  async fillMask(words: Int32Array): Promise<boolean> {
    const { utf8, endTokens } = this.#source;
    const allowed = utf8.allowed(this.#state);
    if (this.#isTerminated) {
      words.fill(0, 0, allowed.length);
      return true;
    }
    const matcher = await this.#current();
    const mask = await this.#guardedAsync(() => matcher.getNextTokenBitmask());
    for (let i = 0; i < allowed.length; i++) words[i] = mask[i]! & allowed[i]!;
    return isEndAlone(words, allowed.length, endTokens);
  }

  dispose(): void {
    if (this.#matcher !== null && this.#generation === this.#source.generation) {
      this.#matcher.dispose();
    }
    this.#matcher = null;
    this.#isTerminated = true;
  }

  async #current(): Promise<GrammarMatcher> {
    if (this.#matcher !== null && this.#generation === this.#source.generation) {
      return this.#matcher;
    }
    const { loaded, grammar, generation } = await this.#source.compiled();
    const matcher = await loaded.library.GrammarMatcher.createGrammarMatcher(grammar);
    for (const token of this.#accepted) {
      if (!this.#guarded(() => matcher.acceptToken(token))) {
        throw new TextError(
          "internal",
          "A grammar no longer accepts the tokens it accepted before.",
        );
      }
    }
    this.#matcher = matcher;
    this.#generation = generation;
    return matcher;
  }

  #guarded<Result>(call: () => Result): Result {
    try {
      return call();
    } catch (cause) {
      throw this.#failure(cause);
    }
  }

  async #guardedAsync<Result>(call: () => Promise<Result>): Promise<Result> {
    try {
      return await call();
    } catch (cause) {
      throw this.#failure(cause);
    }
  }

  #failure(cause: unknown): TextError {
    this.#source.fail();
    return new TextError(
      "invalid",
      "The constraint is too complex to be followed to its end. Simplify it.",
      { parameter: "constraint", cause },
    );
  }
}

function isEndAlone(words: Int32Array, count: number, endTokens: readonly number[]): boolean {
  const ends = new Map<number, number>();
  for (const token of endTokens) {
    ends.set(token >>> 5, (ends.get(token >>> 5) ?? 0) | (1 << (token & 31)));
  }
  for (let i = 0; i < count; i++) if ((words[i]! & ~(ends.get(i) ?? 0)) !== 0) return false;
  return true;
}
