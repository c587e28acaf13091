import { rulesThat } from "./fixed-point.ts";
import { choice, type Expression, type Grammar, nothing, sequence } from "./grammar.ts";
import { isVoid } from "./nullable.ts";

/** The rules that match some text that ends. */
export function productiveRules(grammar: Grammar): Set<string> {
  return rulesThat(grammar, isProductive);
}

/**
 * The grammar without what can never come to an end: rules that only go on for ever, as a list does whose every entry
 * must hold another one, and sets of no characters. After it every text that was begun can be ended. Null where nothing
 * is left.
 */
export function productiveGrammar(grammar: Grammar): Grammar | null {
  const productive = productiveRules(grammar);
  if (!productive.has(grammar.root)) return null;
  const rules = new Map<string, Expression>();
  for (const [name, body] of grammar.rules) {
    if (productive.has(name)) rules.set(name, pruned(body, productive));
  }
  return { root: grammar.root, rules };
}

function isProductive(expression: Expression, productive: ReadonlySet<string>): boolean {
  switch (expression.kind) {
    case "text":
      return true;
    case "set":
      return expression.set.length > 0;
    case "sequence":
      return expression.parts.every((part) => isProductive(part, productive));
    case "choice":
      return expression.alternatives.some((each) => isProductive(each, productive));
    case "repeat":
      return expression.min === 0 || isProductive(expression.part, productive);
    default:
      return productive.has(expression.name);
  }
}

/** An expression without its alternatives that never end. */
function pruned(expression: Expression, productive: ReadonlySet<string>): Expression {
  switch (expression.kind) {
    case "sequence":
      return sequence(expression.parts.map((part) => pruned(part, productive)));
    case "choice":
      return choice(
        expression.alternatives
          .filter((each) => isProductive(each, productive))
          .map((each) => pruned(each, productive))
          .filter((each) => !isVoid(each)),
      );
    case "repeat": {
      const { part, min, max } = expression;
      if (!isProductive(part, productive)) return nothing;
      return { kind: "repeat", part: pruned(part, productive), min, max };
    }
    default:
      return expression;
  }
}
