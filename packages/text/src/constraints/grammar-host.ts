import type { CompiledGrammar } from "@mlc-ai/web-xgrammar";

import type { Constraint } from "./constraint.ts";
import type { Vocabulary } from "../tokenizer/vocabulary.ts";
import type { GrammarSource } from "./grammar-source.ts";

import { TextError } from "../errors.ts";
import { GrammarCompiler } from "./grammar-compiler.ts";
import { grammarSource } from "./grammar-source.ts";
import { XGrammarLoader } from "./load-xgrammar.ts";
import { Matcher } from "./matcher.ts";
import { Utf8Tokens } from "./utf8-tokens.ts";

export type { Matcher } from "./matcher.ts";

/** Grammars that are kept compiled; one for a large vocabulary takes megabytes. */
const maxCompiled = 32;
/** Characters of a constraint as JSON. */
const maxConstraintCharacters = 500_000;

/** A constraint that was found to be sound. Good for any number of matchers of the host that made it. */
export interface CompiledConstraint {
  /** The constraint as JSON: equal constraints have equal keys. */
  readonly key: string;
  readonly source: GrammarSource;
}

interface Entry {
  readonly grammar: CompiledGrammar;
  readonly generation: number;
}

/**
 * Grammars for the tokens of one vocabulary. Compiling a grammar can take arbitrarily long and cannot be interrupted: a
 * host belongs into a thread that can be ended from outside.
 */
export class GrammarHost {
  readonly #vocabulary: Vocabulary;
  readonly #compiler: GrammarCompiler;
  readonly #utf8: Utf8Tokens;
  /** Least recently used first. */
  readonly #entries: Map<string, Entry> = new Map<string, Entry>();

  #last: Promise<unknown> = Promise.resolve();

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#compiler = new GrammarCompiler(new XGrammarLoader(), vocabulary);
    this.#utf8 = new Utf8Tokens(vocabulary);
  }

  /** Words of a mask: 32 tokens each. */
  get maskWords(): number {
    return Math.ceil(this.#vocabulary.size / 32);
  }

  /**
   * Compiles a constraint, or finds it among those that were.
   *
   * @throws TextError `invalid` where it is malformed, too large, or allows nothing; `unsupported` where something in
   *   it cannot be enforced, by name. The parameter is `constraint`.
   */
  async compile(constraint: Constraint): Promise<CompiledConstraint> {
    if (this.#vocabulary.endTokens.length === 0) {
      throw new TextError(
        "unsupported",
        "This model has no end token, so a constraint could never be completed. Leave the constraint out.",
        { parameter: "constraint" },
      );
    }
    const key = keyOf(constraint);
    const source = grammarSource(constraint);
    return this.#inTurn(async () => {
      const compiled = { key, source: await this.#compiler.parse(source) };
      await this.#entry(compiled);
      return compiled;
    });
  }

  /** A matcher at the beginning of a completion. To be disposed of. */
  async matcher(compiled: CompiledConstraint): Promise<Matcher> {
    const compiler = this.#compiler;
    const matcher = new Matcher({
      get generation(): number {
        return compiler.generation;
      },
      utf8: this.#utf8,
      endTokens: this.#vocabulary.endTokens,
      compiled: async () => {
        const { grammar, generation } = await this.#entry(compiled);
        return { loaded: await compiler.library(), grammar, generation };
      },
      fail: () => compiler.renew(),
    });
    // A grammar that allows no first token is one that nothing satisfies.
    const words = new Int32Array(this.maskWords);
    await matcher.fillMask(words);
    if (words.every((word) => word === 0)) {
      matcher.dispose();
      throw new TextError("invalid", "No text of this model's tokens satisfies the constraint.", {
        parameter: "constraint",
      });
    }
    return matcher;
  }

  /** Forgets every grammar; matchers that are left make them anew. */
  dispose(): void {
    this.#entries.clear();
    this.#compiler.renew();
  }

  /** One compilation after another: what the library writes when it aborts must be known to belong to which. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {
      // Whoever waits for the turn learns of the failure; the next turn is not concerned.
    });
    return turn;
  }

  async #entry(compiled: CompiledConstraint): Promise<Entry> {
    const known = this.#entries.get(compiled.key);
    this.#entries.delete(compiled.key);
    if (known !== undefined && known.generation === this.#compiler.generation) {
      this.#entries.set(compiled.key, known);
      return known;
    }
    const grammar = await this.#compiler.compile(compiled.source);
    const entry = { grammar, generation: this.#compiler.generation };
    this.#entries.set(compiled.key, entry);
    for (const [key, { grammar: oldest, generation }] of this.#entries) {
      if (this.#entries.size <= maxCompiled) break;
      this.#entries.delete(key);
      if (generation === this.#compiler.generation) oldest.dispose();
    }
    return entry;
  }
}

function keyOf(constraint: Constraint): string {
  let key: string;
  try {
    key = JSON.stringify(constraint);
  } catch (cause) {
    throw new TextError("invalid", "The constraint cannot be written as JSON.", {
      parameter: "constraint",
      cause,
    });
  }
  if (key.length > maxConstraintCharacters) {
    throw new TextError(
      "invalid",
      `The constraint has ${key.length} characters as JSON; at most ${maxConstraintCharacters} are allowed.`,
      { parameter: "constraint" },
    );
  }
  return key;
}
