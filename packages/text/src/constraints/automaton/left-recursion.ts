import { TextError } from "../../errors.ts";
import { rulesIn } from "./fixed-point.ts";
import { choice, type Expression, type Grammar, nothing, sequence } from "./grammar.ts";
import { NonEmpty } from "./nullable.ts";

/** Rules that begin with one another, beyond which the transformed grammar would be too large: it grows with the square. */
const maxCircle = 32;

/** A way to write a rule: it begins with a rule of the circle, or with something else. */
interface Production {
  readonly of: string;
  /** The rule of the circle that it begins with. */
  readonly corner: string | null;
  /** What follows the corner, or the whole. */
  readonly rest: readonly Expression[];
}

/**
 * The same language without rules that begin with themselves, as `sum ::= sum "+" term | term` does: an automaton that
 * calls such a rule would call it without end before it reads a byte. Each circle of such rules is turned by the
 * left-corner transform (Rosenkrantz and Lewis, "Deterministic Left Corner Parsing", 1970): what a rule can begin with
 * comes first, and rules `A\\C` tell what completes an A of which a C stands there already.
 *
 * @throws TextError `unsupported` for a circle of more than 32 rules
 */
export function withoutLeftRecursion(grammar: Grammar): Grammar {
  const nonEmpty = new NonEmpty(grammar);
  const circles = leftCircles(grammar, nonEmpty);
  if (circles.length === 0) return grammar;
  for (const circle of circles) {
    if (circle.length > maxCircle) {
      throw new TextError(
        "unsupported",
        `The grammar has ${circle.length} rules that begin with one another (${circle[0]!} among them); at most ${maxCircle} are possible. Write some of them with repetitions.`,
        { parameter: "constraint" },
      );
    }
    turn(circle, nonEmpty);
  }
  return { root: grammar.root, rules: nonEmpty.rules };
}

function turn(circle: readonly string[], nonEmpty: NonEmpty): void {
  const { rules } = nonEmpty;
  const members = new Set(circle);
  // Taken before any of the circle's rules is written anew.
  const productions = circle.flatMap((name) => productionsOf(name, members, nonEmpty));
  const completion = (goal: string, corner: string): string => {
    const name = `${goal}\\${corner}`;
    if (rules.has(name)) return name;
    rules.set(name, nothing);
    const ways = productions
      .filter((each) => each.corner === corner)
      .map(({ of, rest }) => sequence([...rest, ruleOf(completion(goal, of))]));
    rules.set(name, choice(goal === corner ? [nothing, ...ways] : ways));
    return name;
  };
  for (const goal of circle) {
    const begun = productions
      .filter(({ corner }) => corner === null)
      .map(({ of, rest }) => sequence([...rest, ruleOf(completion(goal, of))]));
    if (nonEmpty.nullable.has(goal)) {
      rules.set(`${goal}\0`, choice(begun));
      rules.set(goal, choice([nothing, ruleOf(`${goal}\0`)]));
    } else rules.set(goal, choice(begun));
  }
}

function ruleOf(name: string): Expression {
  return { kind: "rule", name };
}

/** The ways to write a rule, but for the empty text; in each the first part is a character, a text, or a rule. */
function productionsOf(
  name: string,
  members: ReadonlySet<string>,
  nonEmpty: NonEmpty,
): Production[] {
  const found: Production[] = [];
  const waiting: Expression[][] = [[nonEmpty.rules.get(name)!]];
  for (let parts = waiting.pop(); parts !== undefined; parts = waiting.pop()) {
    for (const [first, ...rest] of nonEmpty.begun(parts)) {
      if (first === undefined) continue;
      if (first.kind === "choice") {
        waiting.push(...first.alternatives.map((each) => [each, ...rest]));
      } else if (first.kind === "sequence") waiting.push([...first.parts, ...rest]);
      else if (first.kind === "repeat") {
        const { part, min, max } = first;
        const others: Expression = { ...first, min: Math.max(min - 1, 0), max: max - 1 };
        waiting.push([part, ...(max > 1 ? [others] : []), ...rest]);
      } else {
        // A twin, whose name ends in NUL, is the rule without the empty text.
        const corner = first.kind === "rule" ? first.name.replace("\0", "") : null;
        if (corner !== null && members.has(corner)) found.push({ of: name, corner, rest });
        else found.push({ of: name, corner: null, rest: [first, ...rest] });
      }
    }
  }
  return found;
}

/** The groups of rules that can begin with one another: circles in the graph of what comes first (Tarjan, 1972). */
function leftCircles(grammar: Grammar, nonEmpty: NonEmpty): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const circles: string[][] = [];
  const targets = new Map<string, ReadonlySet<string>>();
  for (const [name, body] of grammar.rules) targets.set(name, firstRules(body, nonEmpty));

  for (const start of grammar.rules.keys()) {
    if (order.has(start)) continue;
    // By hand instead of by recursion: a chain of ten thousand rules is deeper than the stack.
    const path = [{ name: start, left: targets.get(start)!.values() }];
    enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { value: target, done } = top.left.next();
      if (done !== true) {
        if (!order.has(target)) {
          enter(target);
          path.push({ name: target, left: targets.get(target)!.values() });
        } else if (onStack.has(target)) lower(top.name, order.get(target)!);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above !== undefined) lower(above.name, low.get(top.name)!);
      if (low.get(top.name) === order.get(top.name)) leave(top.name);
    }
  }
  return circles;

  function enter(name: string): void {
    order.set(name, order.size);
    low.set(name, order.get(name)!);
    stack.push(name);
    onStack.add(name);
  }
  function lower(name: string, to: number): void {
    low.set(name, Math.min(low.get(name)!, to));
  }
  function leave(name: string): void {
    const circle = stack.splice(stack.indexOf(name));
    for (const each of circle) onStack.delete(each);
    if (circle.length > 1 || targets.get(name)!.has(name)) circles.push(circle);
  }
}

/** The rules that can be called before a byte was read. */
function firstRules(expression: Expression, nonEmpty: NonEmpty): Set<string> {
  switch (expression.kind) {
    case "sequence": {
      const found = new Set<string>();
      for (const part of expression.parts) {
        for (const name of firstRules(part, nonEmpty)) found.add(name);
        if (!nonEmpty.isNullable(part)) break;
      }
      return found;
    }
    case "choice":
      return new Set(expression.alternatives.flatMap((each) => [...firstRules(each, nonEmpty)]));
    case "repeat":
      return expression.max === 0 ? new Set() : firstRules(expression.part, nonEmpty);
    default:
      return rulesIn(expression);
  }
}
