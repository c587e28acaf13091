import type { CodePointSet } from "./code-points.ts";

import { TextError } from "../errors.ts";
import { without } from "./code-points.ts";

const maxGrammarCharacters = 1_000_000;

/** Expression that matches nothing but the empty text. */
export const emptyText = '""';

/** An expression that matches exactly this text. */
export function literal(text: string): string {
  const escaped = Array.from(text, (character) => {
    if (character === '"' || character === "\\") return `\\${character}`;
    const point = character.codePointAt(0)!;
    if (point < 0x20 || point === 0x7f) return `\\x${point.toString(16).padStart(2, "0")}`;
    return character;
  });
  return `"${escaped.join("")}"`;
}

/**
 * An expression that matches one character of the set.
 *
 * @throws TextError `invalid` for an empty set
 */
export function characterOf(set: CodePointSet): string {
  if (set.length === 0) {
    throw new TextError(
      "invalid",
      "A set of characters in the pattern is empty: nothing can match it.",
      { parameter: "constraint" },
    );
  }
  const write = (point: number): string => `\\U${point.toString(16).padStart(8, "0")}`;
  const ranges = without(set, [[0, 0]]).map(([from, to]) =>
    from === to ? write(from) : `${write(from)}-${write(to)}`,
  );
  return `[${ranges.join("")}]`;
}

/** Exactly one of some texts: a tree of their characters, in which no two branches begin alike. */
export function oneOf(texts: readonly string[]): string {
  return treeOf([...new Set(texts)].map((text) => Array.from(text)));
}

function treeOf(texts: readonly (readonly string[])[], from = 0): string {
  let at = from;
  const first = texts[0]!;
  while (at < first.length && texts.every((text) => text[at] === first[at])) at++;
  const shared = at > from ? literal(first.slice(from, at).join("")) : emptyText;
  const branches = new Map<string, (readonly string[])[]>();
  for (const text of texts) {
    if (text.length === at) continue;
    const branch = branches.get(text[at]!) ?? [];
    branch.push(text);
    branches.set(text[at]!, branch);
  }
  if (branches.size === 0) return shared;
  const isEndAllowed = texts.some((text) => text.length === at);
  const inner = Array.from(branches.values(), (branch) => treeOf(branch, at));
  return sequenceOf([shared, repeated(choiceOf(inner), isEndAllowed ? 0 : 1, 1)]);
}

/** @param alternatives at least one */
export function choiceOf(alternatives: readonly string[]): string {
  return alternatives.length === 1 ? alternatives[0]! : `(${alternatives.join(" | ")})`;
}

export function sequenceOf(parts: readonly string[]): string {
  const told = parts.filter((part) => part !== emptyText);
  if (told.length === 0) return emptyText;
  return told.length === 1 ? told[0]! : `(${told.join(" ")})`;
}

/** @param max undefined: without end */
export function repeated(expression: string, min: number, max: number | undefined): string {
  if (max === 0 || expression === emptyText) return emptyText;
  if (min === 1 && max === 1) return expression;
  if (max === undefined) return min === 0 ? `(${expression})*` : `(${expression}){${min},}`;
  return min === 0 && max === 1 ? `(${expression})?` : `(${expression}){${min},${max}}`;
}

/** Collects the rules of a grammar and gives them names; equal bodies share a rule. */
export class GrammarWriter {
  readonly #bodies: Map<string, string> = new Map<string, string>();
  readonly #names: Map<string, string> = new Map<string, string>();
  #characters = 0;

  /** The name of a rule with this body. */
  rule(body: string): string {
    const known = this.#names.get(body);
    if (known !== undefined) return known;
    const name = this.reserve();
    this.assign(name, body);
    this.#names.set(body, name);
    return name;
  }

  /** A name whose body comes later: for rules that refer to themselves. */
  reserve(): string {
    const name = `r${this.#bodies.size}`;
    this.#bodies.set(name, "");
    return name;
  }

  assign(name: string, body: string): void {
    this.#characters += body.length;
    if (this.#characters > maxGrammarCharacters) {
      throw new TextError(
        "invalid",
        `The constraint is too large: its grammar exceeds ${maxGrammarCharacters} characters. Simplify it.`,
        { parameter: "constraint" },
      );
    }
    this.#bodies.set(name, body);
  }

  /** The grammar's text, with `root` matching the expression. */
  text(root: string): string {
    const rules = Array.from(this.#bodies, ([name, body]) => `${name} ::= ${body}`);
    return [`root ::= ${root}`, ...rules].join("\n");
  }
}
