import type { Constraint } from "../src/constraints/constraint.ts";
import type { GrammarHost } from "../src/constraints/grammar-host.ts";
import { allowedBy, numbersOf } from "../src/constraints/testing/random-walk.ts";
import type { Vocabulary } from "../src/tokenizer/vocabulary.ts";
import { quantile } from "./times.ts";

/** How long one constraint took on one vocabulary. */
export interface MaskTimes {
  readonly name: string;
  readonly vocabularyTokens: number;
  /** To compile it, and for the first mask. */
  readonly compileMs: number;
  /** To accept a token and to write the next mask: the median of the first walk, whose masks are new. */
  readonly firstMs: number;
  /** The median of the walks after it, which meet masks that are kept. */
  readonly laterMs: number;
  /** 99 of 100 tokens of all walks take at most as long. */
  readonly mostMs: number;
  /** The slowest token; an interruption by the machine counts. */
  readonly worstMs: number;
}

/** No walk is longer: an object without a schema need not end. */
const maxTokens = 100;

/** What to measure. */
export interface MaskWalks {
  readonly name: string;
  readonly constraint: Constraint;
  readonly walks: number;
}

/** Walks through a constraint with tokens drawn among those allowed, the same in every run. */
export function maskTimes(
  host: GrammarHost,
  vocabulary: Vocabulary,
  { name, constraint, walks }: MaskWalks,
): MaskTimes {
  const words = new Int32Array(host.maskWords);
  const times: number[][] = [];
  const started = performance.now();
  host.matcher(constraint);
  const compileMs = performance.now() - started;
  for (let walk = 0; walk < walks; walk++) {
    const draw = numbersOf(walk);
    const taken: number[] = [];
    times.push(taken);
    const matcher = host.matcher(constraint);
    let isEndAlone = matcher.fillMask(words);
    for (let count = 0; count < maxTokens && !isEndAlone; count++) {
      const allowed = allowedBy(words, vocabulary.size).filter(
        (token) => !vocabulary.endTokens.includes(token),
      );
      const token = allowed[Math.floor(draw() * allowed.length)] ?? -1;
      const before = performance.now();
      if (!matcher.accept(token)) throw new Error(`${name}: ${token} is refused`);
      isEndAlone = matcher.fillMask(words);
      taken.push(performance.now() - before);
    }
  }
  return {
    name,
    vocabularyTokens: vocabulary.size,
    compileMs,
    firstMs: quantile(times[0] ?? [], 0.5),
    laterMs: quantile(times.slice(1).flat(), 0.5),
    mostMs: quantile(times.flat(), 0.99),
    worstMs: quantile(times.flat(), 1),
  };
}
