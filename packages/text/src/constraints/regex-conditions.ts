import type { RegexNode } from "./regex-tree.ts";
import type { GrammarWriter } from "./ebnf.ts";
import type { Automaton } from "./regex-automaton.ts";
import type { TextForm } from "./regex-grammar.ts";

import { allCodePoints } from "./code-points.ts";
import { characterOf, sequenceOf } from "./ebnf.ts";
import { automatonOf, bothOf, othersThan } from "./regex-automaton.ts";
import { jsonCharacter } from "./regex-grammar.ts";

const anything: RegexNode = {
  kind: "repeat",
  part: { kind: "set", set: allCodePoints },
  min: 0,
  max: undefined,
};

/** What a text must match besides; a look-ahead at the beginning of a regular expression. */
export interface Condition {
  readonly node: RegexNode;
  readonly isNegated: boolean;
  /** Whether only the beginning of the text has to match. */
  readonly isOpen: boolean;
}

/**
 * An expression for the texts that match a regular expression and satisfy some conditions, by way of the automaton of all.
 *
 * @returns null where there are none
 * @throws TextError `invalid` where the automaton would be too large
 */
export function conditionedGrammar(
  node: RegexNode,
  conditions: readonly Condition[],
  form: TextForm,
  writer: GrammarWriter,
): string | null {
  let automaton = automatonOf(node);
  for (const condition of conditions)
    automaton = bothOf(automaton, automatonOfCondition(condition));
  return automatonGrammar(automaton, form, writer);
}

function automatonOfCondition({ node, isNegated, isOpen }: Condition): Automaton {
  if (isNegated) return othersThan(automatonOf(node), isOpen);
  return automatonOf(isOpen ? { kind: "sequence", parts: [node, anything] } : node);
}

/** An expression for the texts that an automaton takes, with a rule for every state; null where there are none. */
export function automatonGrammar(
  { states }: Automaton,
  form: TextForm,
  writer: GrammarWriter,
): string | null {
  if (!states[0]!.isEnd && states[0]!.next.length === 0) return null;
  const names = states.map(() => writer.reserve());
  for (const [index, { isEnd, next }] of states.entries()) {
    const alternatives = next.map(({ set, to }) => {
      const character = form === "plain" ? characterOf(set) : jsonCharacter(set);
      return sequenceOf([character, names[to]!]);
    });
    if (isEnd) alternatives.push('""');
    // A state that leads nowhere: a class of no characters.
    writer.assign(names[index]!, alternatives.length === 0 ? "[]" : alternatives.join(" | "));
  }
  return names[0]!;
}
