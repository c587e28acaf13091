import { codePointsOf, complementOf, unionOf } from "./code-points.ts";
import { choice, type Expression, sequence } from "./automaton/grammar.ts";

/** A text that a free text may lead to. */
export interface Trigger {
  readonly text: string;
  /** What follows it. */
  readonly follow: Expression;
}

/** A rule whose body may refer to it. */
export interface ReservedRule {
  readonly rule: Expression;
  assign(body: Expression): void;
}

interface State {
  readonly rule: ReservedRule;
  readonly next: Map<string, State>;
  /** What follows where a trigger ends here. */
  follow: Expression | null;
  /** The state of the longest end of what was read that a trigger begins with. */
  fallback: State | null;
}

/**
 * Free text in which some texts, as soon as they stand there, must be followed by something: the automaton that looks for all
 * of them at once (Aho and Corasick, "Efficient String Matching", 1975), with a rule for each of its states. A rule ends
 * with a call of the next, so that nothing is left open on the way.
 *
 * @param start the rule of the free text, to which what follows a trigger may lead back
 * @param end what may follow at any place of the text; null: only a trigger leads out of it
 */
export function writeFreeText(
  start: ReservedRule,
  triggers: readonly Trigger[],
  end: Expression | null,
  reserve: () => ReservedRule,
): void {
  const root = stateOf(start);
  const states = [root];
  for (const { text, follow } of triggers) {
    let state = root;
    for (const character of text) {
      let child = state.next.get(character);
      if (child === undefined) {
        child = stateOf(reserve());
        state.next.set(character, child);
        states.push(child);
      }
      state = child;
    }
    state.follow = follow;
  }
  connect(root);
  for (const state of states) {
    // Who read a trigger has left the free text.
    if (state.follow !== null) continue;
    const ways: Expression[] = end === null ? [] : [end];
    const told = new Map<string, State>();
    for (let each: State | null = state; each !== null; each = each.fallback) {
      for (const [character, child] of each.next) {
        if (!told.has(character)) told.set(character, child);
      }
    }
    for (const [character, child] of told) {
      ways.push(sequence([{ kind: "text", text: character }, child.follow ?? child.rule.rule]));
    }
    const others = complementOf(unionOf([...told.keys()].flatMap(codePointsOf)));
    ways.push(sequence([{ kind: "set", set: others }, root.rule.rule]));
    state.rule.assign(choice(ways));
  }
}

function stateOf(rule: ReservedRule): State {
  return { rule, next: new Map(), follow: null, fallback: null };
}

/** Finds the fallback of each state, level by level; a trigger that ends another one is met through it. */
function connect(root: State): void {
  const waiting = [root];
  for (let state = waiting.shift(); state !== undefined; state = waiting.shift()) {
    for (const [character, child] of state.next) {
      let fallback = state.fallback;
      while (fallback !== null && !fallback.next.has(character)) fallback = fallback.fallback;
      child.fallback = fallback?.next.get(character) ?? root;
      child.follow ??= child.fallback.follow;
      waiting.push(child);
    }
  }
}
