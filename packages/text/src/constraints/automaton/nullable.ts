import { rulesThat } from "./fixed-point.ts";
import { choice, type Expression, type Grammar, nothing, sequence } from "./grammar.ts";

/** The rules that match the empty text. */
export function nullableRules(grammar: Grammar): Set<string> {
  return rulesThat(grammar, isNullable);
}

/** Whether an expression matches the empty text. */
export function isNullable(expression: Expression, nullable: ReadonlySet<string>): boolean {
  switch (expression.kind) {
    case "text":
      return expression.text === "";
    case "set":
      return false;
    case "sequence":
      return expression.parts.every((part) => isNullable(part, nullable));
    case "choice":
      return expression.alternatives.some((each) => isNullable(each, nullable));
    case "repeat":
      return expression.min === 0 || isNullable(expression.part, nullable);
    default:
      return nullable.has(expression.name);
  }
}

/**
 * Writes, for expressions that match the empty text, ones that match all they match but the empty text. Rules get a
 * twin where one is needed.
 */
export class NonEmpty {
  readonly nullable: ReadonlySet<string>;
  /** The rules of the grammar and the twins that were asked for. */
  readonly rules: Map<string, Expression>;
  readonly #twins = new Map<string, string>();

  constructor(grammar: Grammar) {
    this.nullable = nullableRules(grammar);
    this.rules = new Map(grammar.rules);
  }

  isNullable(expression: Expression): boolean {
    return isNullable(expression, this.nullable);
  }

  /** What an expression matches but for the empty text; a choice of none where nothing is left. */
  of(expression: Expression): Expression {
    if (!this.isNullable(expression)) return expression;
    switch (expression.kind) {
      case "sequence":
        return choice(this.begun(expression.parts).map(sequence));
      case "choice":
        return choice(
          expression.alternatives.map((each) => this.of(each)).filter((each) => !isVoid(each)),
        );
      case "repeat": {
        const { part, max } = expression;
        if (max === 0) return choice([]);
        return { kind: "repeat", part: this.of(part), min: 1, max };
      }
      case "rule":
        return { kind: "rule", name: this.#twin(expression.name) };
      default:
        return choice([]);
    }
  }

  /** The ways in which a sequence can begin: in each the first part does not match the empty text. */
  begun(parts: readonly Expression[]): Expression[][] {
    const ways: Expression[][] = [];
    for (const [index, part] of parts.entries()) {
      const rest = parts.slice(index + 1);
      const first = this.of(part);
      if (!isVoid(first)) ways.push([first, ...rest]);
      if (!this.isNullable(part)) break;
    }
    return ways;
  }

  #twin(name: string): string {
    const known = this.#twins.get(name);
    if (known !== undefined) return known;
    // NUL stands in no rule's name.
    const twin = `${name}\0`;
    this.#twins.set(name, twin);
    this.rules.set(twin, nothing);
    this.rules.set(twin, this.of(this.rules.get(name)!));
    return twin;
  }
}

/** Whether nothing at all matches: a choice of none. */
export function isVoid(expression: Expression): boolean {
  return expression.kind === "choice" && expression.alternatives.length === 0;
}
