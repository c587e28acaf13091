import { allCodePoints } from "../code-points.ts";
import { EbnfError, type EbnfToken, ebnfTokens } from "./ebnf-lexer.ts";
import { choice, type Expression, type Grammar, sequence } from "./grammar.ts";

/** Bounds on a grammar that somebody else wrote. */
export interface EbnfBounds {
  readonly nesting: number;
  readonly repetition: number;
}

/**
 * Reads a grammar in EBNF: rules `name ::= …`, of which the one named root is where texts begin; literals, classes, the point for
 * any character, brackets, bars, `* + ?` and counts in braces. A rule goes on until the next one begins. This is what
 * xgrammar and llama.cpp read, but for look-ahead.
 *
 * @throws EbnfError
 */
export function parseEbnf(text: string, bounds: EbnfBounds): Grammar {
  return new EbnfParser(ebnfTokens(text), bounds).grammar();
}

class EbnfParser {
  readonly #tokens: readonly EbnfToken[];
  readonly #bounds: EbnfBounds;
  /** Where each name was first used. */
  readonly #used = new Map<string, number>();
  #at = 0;
  #nesting = 0;

  constructor(tokens: readonly EbnfToken[], bounds: EbnfBounds) {
    this.#tokens = tokens;
    this.#bounds = bounds;
  }

  grammar(): Grammar {
    const rules = new Map<string, Expression>();
    while (this.#at < this.#tokens.length) {
      const token = this.#tokens[this.#at]!;
      if (!this.#isRuleAhead()) {
        throw new EbnfError("a rule must begin with its name and ::=", token.at);
      }
      const { name } = token as EbnfToken & { kind: "name" };
      if (rules.has(name)) throw new EbnfError(`the rule "${name}" is defined twice`, token.at);
      this.#at += 2;
      rules.set(name, this.#choice());
    }
    for (const [name, at] of this.#used) {
      if (!rules.has(name)) throw new EbnfError(`the rule "${name}" is not defined`, at);
    }
    if (!rules.has("root")) throw new EbnfError('there is no rule named "root"', 0);
    return { root: "root", rules };
  }

  #choice(): Expression {
    const alternatives = [this.#sequence()];
    while (this.#takes("|")) alternatives.push(this.#sequence());
    return choice(alternatives);
  }

  #sequence(): Expression {
    const parts: Expression[] = [];
    for (;;) {
      const token = this.#tokens[this.#at];
      if (token === undefined || this.#isRuleAhead()) return sequence(parts);
      if (token.kind === "mark" && (token.mark === "|" || token.mark === ")")) {
        if (token.mark === ")" && this.#nesting === 0) {
          throw new EbnfError("a bracket is closed that was not opened", token.at);
        }
        return sequence(parts);
      }
      parts.push(this.#repeated(this.#part(token)));
    }
  }

  #part(token: EbnfToken): Expression {
    this.#at++;
    switch (token.kind) {
      case "text":
        return { kind: "text", text: token.text };
      case "set":
        return { kind: "set", set: token.set };
      case "name":
        if (!this.#used.has(token.name)) this.#used.set(token.name, token.at);
        return { kind: "rule", name: token.name };
      case "count":
        throw new EbnfError("there is nothing to repeat", token.at);
      default:
        return this.#marked(token.mark, token.at);
    }
  }

  #marked(mark: string, at: number): Expression {
    if (mark === ".") return { kind: "set", set: allCodePoints };
    if (mark === "(=") {
      throw new EbnfError("look-ahead (=…) cannot be enforced by this engine", at, "unsupported");
    }
    if (mark !== "(") throw new EbnfError(`"${mark}" is not expected`, at);
    if (++this.#nesting > this.#bounds.nesting) {
      throw new EbnfError(`brackets are nested more than ${this.#bounds.nesting} deep`, at);
    }
    const inner = this.#choice();
    if (!this.#takes(")")) throw new EbnfError("a bracket is not closed", at);
    this.#nesting--;
    return inner;
  }

  #repeated(part: Expression): Expression {
    let expression = part;
    for (;;) {
      const token = this.#tokens[this.#at];
      const counts = token === undefined ? null : countsOf(token);
      if (token === undefined || counts === null) return expression;
      const { min, max } = counts;
      const limit = this.#bounds.repetition;
      if (Math.max(min, max === Infinity ? 0 : max) > limit) {
        throw new EbnfError(`something is repeated more than ${limit} times`, token.at);
      }
      if (min > max) throw new EbnfError("a count has more at least than at most", token.at);
      this.#at++;
      expression = { kind: "repeat", part: expression, min, max };
    }
  }

  #takes(mark: string): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind !== "mark" || token.mark !== mark) return false;
    this.#at++;
    return true;
  }

  #isRuleAhead(): boolean {
    const after = this.#tokens[this.#at + 1];
    return (
      this.#tokens[this.#at]?.kind === "name" && after?.kind === "mark" && after.mark === "::="
    );
  }
}

function countsOf(token: EbnfToken): { readonly min: number; readonly max: number } | null {
  if (token.kind === "count") return token;
  if (token.kind !== "mark") return null;
  if (token.mark === "*") return { min: 0, max: Infinity };
  if (token.mark === "+") return { min: 1, max: Infinity };
  return token.mark === "?" ? { min: 0, max: 1 } : null;
}
