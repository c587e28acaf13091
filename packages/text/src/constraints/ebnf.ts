import type { CodePointSet } from "./code-points.ts";

import { TextError } from "../errors.ts";
import { intersectionOf, membersOf, sizeOf } from "./code-points.ts";

/** Characters that can be written one by one as alternatives before a set counts as too large for that. */
const maxListedCharacters = 512;
const maxGrammarCharacters = 1_000_000;
const ascii: CodePointSet = [[0, 0x7f]];
const beyondAscii: CodePointSet = [
  [0x80, 0xd7ff],
  [0xe000, 0x10_ffff],
];
/** Ways to write the two sets in full. */
const anyBeyondAscii = "[^\\x00-\\x7f]";

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
 * An expression that matches one character of the set. xgrammar 0.1.27 knows in a class either ASCII characters or all
 * beyond ASCII together: in a positive class one beyond ASCII matches nothing, in a negated one it excludes
 * nothing. Small sets beyond ASCII are therefore listed; of a set that lacks only a few characters beyond ASCII
 * the ASCII part is taken, so that what matches is always in the set.
 *
 * @throws TextError `unsupported` where that leaves nothing, or for a large range beyond ASCII
 */
export function characterOf(set: CodePointSet, writer?: GrammarWriter): string {
  if (sizeOf(set) === 1 && set[0]![0] !== 0) return literal(String.fromCodePoint(set[0]![0]));
  const low = intersectionOf(set, ascii);
  const high = intersectionOf(set, beyondAscii);
  const parts: string[] = [];
  if (low.length > 0) parts.push(asciiClass(low));
  const highSize = sizeOf(high);
  const missing = sizeOf(beyondAscii) - highSize;
  if (missing === 0) parts.push(anyBeyondAscii);
  else if (highSize <= maxListedCharacters) {
    const listed = Array.from(membersOf(high), (point) => literal(String.fromCodePoint(point)));
    // Joined, their bytes get mixed up: of U+1680, U+2004 and U+3000 xgrammar makes U+1684 as well.
    parts.push(...(writer === undefined ? listed : listed.map((each) => writer.apart(each))));
  } else if (missing > maxListedCharacters) {
    throw new TextError(
      "unsupported",
      `A range of ${highSize} characters beyond ASCII cannot be enforced by this engine. Use at most ${maxListedCharacters} of them, or all characters.`,
      { parameter: "constraint" },
    );
  }
  if (parts.length === 0) {
    throw new TextError(
      "invalid",
      "A set of characters in the pattern is empty: nothing can match it.",
      { parameter: "constraint" },
    );
  }
  return choiceOf(parts);
}

function asciiClass(set: CodePointSet): string {
  const write = (point: number): string => `\\x${point.toString(16).padStart(2, "0")}`;
  const ranges = set.map(([from, to]) =>
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
  readonly #prefix: string;

  constructor(options: { readonly prefix?: string } = {}) {
    this.#prefix = options.prefix ?? "r";
  }

  /** The name of a rule with this body. */
  rule(body: string): string {
    const known = this.#names.get(body);
    if (known !== undefined) return known;
    const name = this.reserve();
    this.assign(name, body);
    this.#names.set(body, name);
    return name;
  }

  /**
   * A choice between alternatives that may begin alike. xgrammar 0.1.27 joins such alternatives into one automaton and makes
   * loops of them: `[a-b] "b" | [a-c] "b" "b" | [a-c] "b" "b" "b"` matches abbbb. A rule that refers to itself
   * stays apart, so each alternative becomes one, by way of NUL, which no mask ever allows.
   */
  choice(alternatives: readonly string[]): string {
    if (alternatives.length === 1) return alternatives[0]!;
    return choiceOf(alternatives.map((alternative) => this.apart(alternative)));
  }

  /** The name of a rule of its own that is not joined with what stands around it; see `choice`. */
  apart(body: string): string {
    return this.recursive(`apart ${body}`, (name) => `${body} | "\\x00" ${name}`);
  }

  /** The rule of a body that refers to itself; one for each key. */
  recursive(key: string, bodyOf: (name: string) => string): string {
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = this.reserve();
    this.#names.set(key, name);
    this.assign(name, bodyOf(name));
    return name;
  }

  /** A name whose body comes later: for rules that refer to themselves. */
  reserve(): string {
    const name = `${this.#prefix}${this.#bodies.size}`;
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
    return [`root ::= ${root}`, ...this.rules()].join("\n");
  }

  /** The lines of all rules. */
  rules(): string[] {
    return Array.from(this.#bodies, ([name, body]) => `${name} ::= ${body}`);
  }
}
