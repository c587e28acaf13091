import type { Constraint } from "../constraint.ts";
import type { Vocabulary } from "../../tokenizer/vocabulary.ts";
import type { GrammarHost, Matcher } from "../grammar-host.ts";

import { tokenBytes } from "../../tokenizer/vocabulary.ts";

/**
 * Numbers of a seed in [0, 1), one after another: mulberry32, Tommy Ettinger 2017
 * (https://gist.github.com/tommyettinger/46a874533244883189143505d203312c).
 */
export function numbersOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** Tokens that a mask allows. */
export function allowedBy(words: Int32Array, size: number): number[] {
  const tokens: number[] = [];
  for (let token = 0; token < size; token++) {
    if (((words[token >>> 5]! >>> (token & 31)) & 1) === 1) tokens.push(token);
  }
  return tokens;
}

/** What a walk ended with. */
export interface Walk {
  readonly text: string;
  readonly tokens: readonly number[];
  /** False where the walk was given up. */
  readonly isComplete: boolean;
}

/**
 * Draws tokens among those allowed until the end token comes. After `hurryAfter` tokens it ends as soon as it may and
 * prefers to close what is open.
 */
export function randomWalk(
  host: GrammarHost,
  vocabulary: Vocabulary,
  constraint: Constraint,
  seed: number,
  hurryAfter = 60,
): Walk {
  const matcher: Matcher = host.matcher(constraint);
  const words = new Int32Array(host.maskWords);
  const draw = numbersOf(seed);
  const tokens: number[] = [];
  const closing = new Set(
    ['"', "}", "]", '"}', '"]'].map((text) => Buffer.from(text).toString("hex")),
  );
  while (tokens.length < hurryAfter + 2000) {
    const isEndAlone = matcher.fillMask(words);
    const allowed = allowedBy(words, vocabulary.size);
    if (allowed.length === 0)
      throw new Error(`stuck after ${JSON.stringify(textOf(vocabulary, tokens))}`);
    const ends = allowed.filter((token) => vocabulary.endTokens.includes(token));
    if (isEndAlone !== (ends.length === allowed.length)) throw new Error("isEndAlone is wrong");
    const isHurried = tokens.length > hurryAfter;
    const preferred = isHurried
      ? [
          ...ends,
          ...allowed.filter((token) =>
            closing.has(Buffer.from(tokenBytes(vocabulary, token)).toString("hex")),
          ),
        ]
      : [];
    const choices = preferred.length > 0 ? preferred : preferPlain(allowed, vocabulary, draw());
    const token = choices[Math.floor(draw() * choices.length)]!;
    if (!matcher.accept(token)) throw new Error(`the mask allows ${token}, the matcher does not`);
    if (vocabulary.endTokens.includes(token)) {
      return { text: textOf(vocabulary, tokens), tokens, isComplete: true };
    }
    tokens.push(token);
  }
  return { text: textOf(vocabulary, tokens), tokens, isComplete: false };
}

/** Mostly characters that grammars have something to say about; now and then any. */
function preferPlain(allowed: number[], vocabulary: Vocabulary, chance: number): number[] {
  if (chance > 0.85) return allowed;
  const plain = allowed.filter((token) => {
    const byte = tokenBytes(vocabulary, token)[0];
    return byte === undefined || (byte > 0x20 && byte < 0x7f);
  });
  return plain.length > 0 ? plain : allowed;
}

function textOf(vocabulary: Vocabulary, tokens: readonly number[]): string {
  return Buffer.concat(tokens.map((token) => tokenBytes(vocabulary, token))).toString();
}
