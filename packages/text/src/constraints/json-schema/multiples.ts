import type { GrammarWriter } from "../ebnf.ts";
import type { Automaton } from "../regex-automaton.ts";

import { bothOf, automatonOf } from "../regex-automaton.ts";
import { automatonGrammar } from "../regex-conditions.ts";
import { parseRegex } from "../regex-parser.ts";

/** States of an automaton that counts to the divisor; every one stands for each count of digits. */
export const maxDivisor = 128;

/**
 * Whole numbers of up to 15 digits that a divisor divides.
 *
 * @param divisor whole, from 1 to `maxDivisor`
 */
export function multiplesOf(
  divisor: number,
  isNegativeAllowed: boolean,
  writer: GrammarWriter,
): string {
  const digits: Automaton = {
    states: Array.from({ length: divisor }, (_, remainder) => ({
      isEnd: remainder === 0,
      next: [
        // The sign stands before everything else: there the remainder is that of nothing yet, which is 0.
        { set: [[0x2d, 0x2d]] as const, to: remainder },
        ...Array.from({ length: 10 }, (__, digit) => ({
          set: [[0x30 + digit, 0x30 + digit]] as const,
          to: (remainder * 10 + digit) % divisor,
        })),
      ],
    })),
  };
  const sign = isNegativeAllowed ? "-?" : "";
  const written = automatonOf(parseRegex(`0|${sign}[1-9][0-9]{0,14}`));
  return automatonGrammar(bothOf(written, digits), "plain", writer)!;
}
