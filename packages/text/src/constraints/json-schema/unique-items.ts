import type { GrammarWriter } from "../ebnf.ts";

import { sequenceOf } from "../ebnf.ts";

/** Values that a list without repetitions can be made of; rules are needed for each and each count. */
export const maxUniqueValues = 64;

/**
 * Lists in which no value stands twice, in the order in which the values are given: a grammar has no other way to remember
 * which have been written.
 *
 * @param values expressions of different values
 * @returns null where there are too few of them
 */
export function listWithoutRepetition(
  values: readonly string[],
  min: number,
  max: number,
  comma: string,
  writer: GrammarWriter,
): string | null {
  const rules = new Map<string, string | null>();
  const from = (first: number, count: number): string | null => {
    if (count + values.length - first < min) return null;
    // Beyond the least, counts matter only where there is a most.
    const counted = max >= values.length ? Math.min(count, min) : count;
    const key = `${first} ${counted} ${count > 0}`;
    const known = rules.get(key);
    if (known !== undefined) return known;
    const alternatives: string[] = count >= min ? ['""'] : [];
    const last = count < max ? values.length : first;
    for (let next = first; next < last; next++) {
      const rest = from(next + 1, count + 1);
      if (rest === null) continue;
      const separator = count === 0 ? [] : [comma];
      alternatives.push(sequenceOf([...separator, values[next]!, rest]));
    }
    const rule = alternatives.length === 0 ? null : writer.rule(alternatives.join(" | "));
    rules.set(key, rule);
    return rule;
  };
  return from(0, 0);
}
