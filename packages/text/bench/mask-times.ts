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
  readonly tokens: number;
  /** To accept a token and to write the next mask. */
  readonly medianMs: number;
  readonly worstMs: number;
}

/** No walk is longer: an object without a schema need not end. */
const maxTokens = 100;

/** What to measure. */
export interface MaskWalks {
  readonly name: string;
  readonly constraint: Constraint;
  /** How many walks; fewer once they have taken `limitMs` together. */
  readonly walks: number;
  readonly limitMs: number;
}

/** Walks through a constraint with tokens drawn among those allowed, the same in every run. */
export async function maskTimes(
  host: GrammarHost,
  vocabulary: Vocabulary,
  { name, constraint, walks, limitMs }: MaskWalks,
): Promise<MaskTimes> {
  const words = new Int32Array(host.maskWords);
  const times: number[] = [];
  const started = performance.now();
  const compiled = await host.compile(constraint);
  (await host.matcher(compiled)).dispose();
  const compileMs = performance.now() - started;
  const isLate = (): boolean => performance.now() - started > limitMs;
  for (let walk = 0; walk < walks && !isLate(); walk++) {
    const draw = numbersOf(walk);
    const matcher = await host.matcher(compiled);
    let isEndAlone = await matcher.fillMask(words);
    for (let count = 0; count < maxTokens && !isEndAlone && !isLate(); count++) {
      const allowed = allowedBy(words, vocabulary.size).filter(
        (token) => !vocabulary.endTokens.includes(token),
      );
      const token = allowed[Math.floor(draw() * allowed.length)] ?? -1;
      const before = performance.now();
      if (!(await matcher.accept(token))) throw new Error(`${name}: ${token} is refused`);
      isEndAlone = await matcher.fillMask(words);
      times.push(performance.now() - before);
    }
    matcher.dispose();
  }
  return {
    name,
    vocabularyTokens: vocabulary.size,
    compileMs,
    tokens: times.length,
    medianMs: quantile(times, 0.5),
    worstMs: quantile(times, 1),
  };
}
