import type { Constraint } from "./constraint.ts";
import type { Vocabulary } from "../tokenizer/vocabulary.ts";

import { TextError } from "../errors.ts";
import { CompiledGrammar } from "./automaton/compiled-grammar.ts";
import { type TokenIndex, tokenIndex } from "./automaton/token-index.ts";
import { grammarSource } from "./grammar-source.ts";
import { Matcher } from "./matcher.ts";

export type { Matcher } from "./matcher.ts";

/** Memory of the grammars that are kept compiled; the one in use is kept in any case. */
const maxBytes = 128 * 2 ** 20;
/** Characters of a constraint as JSON. */
const maxConstraintCharacters = 500_000;

/**
 * Grammars for the tokens of one vocabulary, kept by what they say. Compiling a grammar can take long and cannot be interrupted:
 * a host belongs into a thread that can be ended from outside.
 */
export class GrammarHost {
  readonly #vocabulary: Vocabulary;
  readonly #index: TokenIndex;
  /** By the constraint as JSON; least recently used first. */
  readonly #grammars = new Map<string, CompiledGrammar>();
  readonly #maxBytes: number;

  constructor(vocabulary: Vocabulary, options: { readonly maxBytes?: number } = {}) {
    this.#vocabulary = vocabulary;
    this.#index = tokenIndex(vocabulary);
    this.#maxBytes = options.maxBytes ?? maxBytes;
  }

  /** Words of a mask: 32 tokens each. */
  get maskWords(): number {
    return this.#index.maskWords;
  }

  /** Memory of the grammars that are kept, about. */
  get bytes(): number {
    let bytes = 0;
    for (const grammar of this.#grammars.values()) bytes += grammar.bytes;
    return bytes;
  }

  /** How many grammars are kept. */
  get size(): number {
    return this.#grammars.size;
  }

  /**
   * A matcher at the beginning of a completion. The grammar is compiled, or found among those that were.
   *
   * @throws TextError `invalid` where the constraint is malformed, too large, or allows nothing; `unsupported` where something
   *   in it cannot be enforced, by name. The parameter is `constraint`.
   */
  matcher(constraint: Constraint): Matcher {
    const { endTokens } = this.#vocabulary;
    if (endTokens.length === 0) {
      throw new TextError(
        "unsupported",
        "This model has no end token, so a constraint could never be completed. Leave the constraint out.",
        { parameter: "constraint" },
      );
    }
    const grammar = this.#compiled(constraint);
    const matcher = new Matcher(grammar, endTokens);
    const words = new Int32Array(this.maskWords);
    matcher.fillMask(words);
    if (words.every((word) => word === 0)) {
      throw new TextError("invalid", "No text of this model's tokens satisfies the constraint.", {
        parameter: "constraint",
      });
    }
    return matcher;
  }

  #compiled(constraint: Constraint): CompiledGrammar {
    const key = keyOf(constraint);
    const known = this.#grammars.get(key);
    this.#grammars.delete(key);
    const grammar = known ?? new CompiledGrammar(grammarSource(constraint), this.#index);
    this.#grammars.set(key, grammar);
    let { bytes } = this;
    for (const [oldest, { bytes: freed }] of this.#grammars) {
      if (bytes <= this.#maxBytes || oldest === key) break;
      this.#grammars.delete(oldest);
      bytes -= freed;
    }
    return grammar;
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
