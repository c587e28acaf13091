import type { CodePointRange, CodePointSet } from "./code-points.ts";
import type { Condition } from "./regex-conditions.ts";
import type { RegexNode } from "./regex-tree.ts";

import { TextError } from "../errors.ts";
import { complementOf, unionOf } from "./code-points.ts";
import { anyButLineEnds, classEscapes, controlEscapes } from "./regex-classes.ts";

const maxNesting = 32;
const maxRepetitions = 10_000;

/** A regular expression, and what else its matches must satisfy. */
export interface ParsedRegex {
  readonly node: RegexNode;
  readonly conditions: readonly Condition[];
}

type Refusal = "invalid" | "unsupported";

/** A recursive-descent parser of ECMAScript patterns as far as they are regular; every construct beyond is refused by name. */
class RegexParser {
  readonly #characters: readonly string[];
  readonly #source: string;
  #at = 0;
  #nesting = 0;

  constructor(source: string) {
    this.#source = source;
    this.#characters = Array.from(source);
  }

  parse(): ParsedRegex {
    this.#take("^");
    const conditions: Condition[] = [];
    while (this.#startsWith("(?=") || this.#startsWith("(?!")) conditions.push(this.#ahead());
    const node = this.#choice(true, true);
    if (this.#at < this.#characters.length)
      throw this.#refusal("invalid", `an unmatched "${this.#peek()}"`);
    // It would hold for the first alternative alone.
    if (conditions.length > 0 && node.kind === "choice") {
      throw this.#refusal("unsupported", "look-ahead before alternatives");
    }
    return { node, conditions };
  }

  #startsWith(text: string): boolean {
    return this.#characters.slice(this.#at, this.#at + text.length).join("") === text;
  }

  /** A look-ahead where the text begins. Only as a whole may it be bound to the end. */
  #ahead(): Condition {
    const isNegated = this.#startsWith("(?!");
    this.#at += 3;
    const inside = this.#characters.slice(this.#at, this.#closing());
    const isOpen = inside.at(-1) !== "$" || inside.at(-2) === "\\";
    const node = this.#choice(true, !isOpen);
    if (!this.#take(")")) throw this.#refusal("invalid", "a group that is not closed");
    if (!isOpen && node.kind === "choice") {
      throw this.#refusal("unsupported", "alternatives in a look-ahead to the end");
    }
    return { node, isNegated, isOpen };
  }

  /** @param isFirst, isLast whether an anchor at the beginning or the end says what is true anyway */
  #choice(isFirst: boolean, isLast: boolean): RegexNode {
    const alternatives = [this.#sequence(isFirst, isLast)];
    while (this.#take("|")) alternatives.push(this.#sequence(isFirst, isLast));
    return alternatives.length === 1 ? alternatives[0]! : { kind: "choice", alternatives };
  }

  #sequence(isFirst: boolean, isLast: boolean): RegexNode {
    const parts: RegexNode[] = [];
    // An anchor where the text begins anyway says nothing.
    if (isFirst) this.#take("^");
    while (this.#at < this.#characters.length && this.#peek() !== "|" && this.#peek() !== ")") {
      if (this.#peek() === "^")
        throw this.#refusal("unsupported", "^ that is not at the beginning");
      if (this.#peek() === "$") {
        this.#anchoredEnd(isLast);
        continue;
      }
      const isFirstPart = isFirst && parts.length === 0;
      parts.push(this.#quantified(this.#atom(isFirstPart, isLast)));
    }
    return parts.length === 1 ? parts[0]! : { kind: "sequence", parts };
  }

  #anchoredEnd(isLast: boolean): void {
    this.#at++;
    const next = this.#peek();
    const isAtEnd = next === undefined || next === "|" || next === ")" || next === "$";
    if (!isLast || !isAtEnd) throw this.#refusal("unsupported", "$ that is not at the end");
  }

  #atom(isFirst: boolean, isLast: boolean): RegexNode {
    const character = this.#next();
    switch (character) {
      case "(":
        return this.#group(isFirst, isLast);
      case "[":
        return { kind: "set", set: this.#class() };
      case ".":
        return { kind: "set", set: anyButLineEnds };
      case "\\":
        return { kind: "set", set: this.#escape() };
      case "*":
      case "+":
      case "?":
        throw this.#refusal("invalid", `"${character}" with nothing to repeat`);
      default:
        return { kind: "set", set: setOf(character) };
    }
  }

  #group(isFirst: boolean, isLast: boolean): RegexNode {
    if (this.#take("?")) this.#groupKind();
    if (++this.#nesting > maxNesting)
      throw this.#refusal("invalid", `more than ${maxNesting} nested groups`);
    // What is repeated or followed by something does not end the text: an anchor in it is left to the check below.
    const start = this.#at;
    const isEnd = isLast && this.#endsAfterGroup();
    this.#at = start;
    const node = this.#choice(isFirst && this.#isSingle(), isEnd);
    if (!this.#take(")")) throw this.#refusal("invalid", "a group that is not closed");
    this.#nesting--;
    return node;
  }

  /** Whether the group that begins here is followed by nothing but the end of its own surroundings. */
  #endsAfterGroup(): boolean {
    const after = this.#characters[this.#closing() + 1];
    return after === undefined || after === ")" || after === "|" || after === "$";
  }

  /** Whether the group that begins here is not repeated. */
  #isSingle(): boolean {
    return !"*+?{".includes(this.#characters[this.#closing() + 1] ?? "a");
  }

  /** Where the group that begins here closes; past the end where it does not. */
  #closing(): number {
    let depth = 1;
    let isClass = false;
    for (let i = this.#at; i < this.#characters.length; i++) {
      const character = this.#characters[i];
      if (character === "\\") i++;
      else if (isClass) isClass = character !== "]";
      else if (character === "[") isClass = true;
      else if (character === "(") depth++;
      else if (character === ")" && --depth === 0) return i;
    }
    return this.#characters.length;
  }

  #groupKind(): void {
    const kind = this.#next();
    if (kind === ":") return;
    if (kind === "=" || kind === "!") throw this.#refusal("unsupported", "look-ahead");
    if (kind === "P" && this.#peek() === "<") this.#at++;
    else if (kind !== "<") throw this.#refusal("unsupported", `a group of the form (?${kind}`);
    if (this.#peek() === "=" || this.#peek() === "!") {
      throw this.#refusal("unsupported", "look-behind");
    }
    while (this.#next() !== ">") {
      // The group's name: without references back to it, it means nothing.
    }
  }

  #quantified(part: RegexNode): RegexNode {
    const bounds = this.#quantifier();
    if (bounds === null) return part;
    // Lazy or not, the same texts match.
    this.#take("?");
    if (this.#peek() !== undefined && "*+?".includes(this.#peek()!)) {
      throw this.#refusal("invalid", "two repetitions in a row");
    }
    return { kind: "repeat", part, ...bounds };
  }

  #quantifier(): { min: number; max: number | undefined } | null {
    if (this.#take("*")) return { min: 0, max: undefined };
    if (this.#take("+")) return { min: 1, max: undefined };
    if (this.#take("?")) return { min: 0, max: 1 };
    if (this.#peek() !== "{") return null;
    const text = this.#characters.slice(this.#at, this.#at + 16).join("");
    const match = /^\{(\d+)(,(\d*))?\}/.exec(text);
    if (match === null) return null;
    this.#at += match[0].length;
    const min = Number(match[1]);
    const max = match[2] === undefined ? min : match[3] === "" ? undefined : Number(match[3]);
    if (Math.max(min, max ?? 0) > maxRepetitions) {
      throw this.#refusal("invalid", `more than ${maxRepetitions} repetitions`);
    }
    if (max !== undefined && max < min)
      throw this.#refusal("invalid", `the repetition ${match[0]}`);
    return { min, max };
  }

  #class(): CodePointSet {
    const isNegated = this.#take("^");
    const ranges: CodePointRange[] = [];
    while (!this.#take("]")) {
      const first = this.#classMember();
      if (first.length === 1 && this.#peek() === "-" && this.#characters[this.#at + 1] !== "]") {
        this.#at++;
        const end = this.#classMember();
        if (first[0]![0] !== first[0]![1] || end.length !== 1 || end[0]![0] !== end[0]![1]) {
          throw this.#refusal("invalid", "a range between sets of characters");
        }
        if (end[0]![0] < first[0]![0])
          throw this.#refusal("invalid", "a range in descending order");
        ranges.push([first[0]![0], end[0]![0]]);
      } else ranges.push(...first);
    }
    const set = unionOf(ranges);
    return isNegated ? complementOf(set) : set;
  }

  #classMember(): CodePointSet {
    const character = this.#next();
    if (character !== "\\") return setOf(character);
    if (this.#take("b")) return setOf("\b");
    return this.#escape();
  }

  #escape(): CodePointSet {
    const letter = this.#next();
    const known = classEscapes.get(letter);
    if (known !== undefined) return known;
    const control = controlEscapes.get(letter);
    if (control !== undefined) return [[control, control]];
    if (letter === "x") return this.#hexadecimal(/^[0-9a-f]{2}/i);
    if (letter === "u") return this.#hexadecimal(/^([0-9a-f]{4}|\{[0-9a-f]+\})/i);
    if (letter === "b" || letter === "B") throw this.#refusal("unsupported", "a word boundary");
    if (letter === "p" || letter === "P") throw this.#refusal("unsupported", "a Unicode property");
    if (/[0-9k]/.test(letter)) throw this.#refusal("unsupported", `a back-reference, \\${letter}`);
    if (/[a-zA-Z]/.test(letter)) throw this.#refusal("unsupported", `the escape \\${letter}`);
    return setOf(letter);
  }

  #hexadecimal(form: RegExp): CodePointSet {
    const match = form.exec(this.#characters.slice(this.#at, this.#at + 10).join(""));
    if (match === null) throw this.#refusal("invalid", "an escape without its digits");
    this.#at += match[0].length;
    const point = Number.parseInt(match[0].replace(/[{}]/g, ""), 16);
    return unionOf([[point, point]]);
  }

  #peek(): string | undefined {
    return this.#characters[this.#at];
  }

  #next(): string {
    const character = this.#characters[this.#at++];
    if (character === undefined) throw this.#refusal("invalid", "an end where more was expected");
    return character;
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }

  #refusal(kind: Refusal, what: string): TextError {
    const shown = this.#source.length > 100 ? `${this.#source.slice(0, 100)}…` : this.#source;
    return new TextError(
      kind,
      kind === "invalid"
        ? `The regular expression ${JSON.stringify(shown)} has ${what} near position ${this.#at}.`
        : `The regular expression ${JSON.stringify(shown)} uses ${what} near position ${this.#at}, which this engine cannot enforce. Rewrite it without that.`,
      { parameter: "constraint" },
    );
  }
}

function setOf(character: string): CodePointSet {
  const point = character.codePointAt(0)!;
  return unionOf([[point, point]]);
}

/**
 * Reads a regular expression (ECMAScript's syntax, and Python's `(?P<name>`). It is taken to match the whole text,
 * with or without anchors.
 *
 * @throws TextError `invalid` where it is no regular expression, `unsupported` where it uses what a grammar cannot say:
 *   look-around, back-references, word boundaries, anchors in the middle, Unicode properties, flags
 */
export function parseRegex(source: string): RegexNode {
  const { node, conditions } = parseConditionedRegex(source);
  if (conditions.length === 0) return node;
  throw new TextError(
    "unsupported",
    `The regular expression ${JSON.stringify(source)} uses look-ahead, which this engine cannot enforce in this place.`,
    { parameter: "constraint" },
  );
}

/** Reads a regular expression as `parseRegex` does; look-ahead at its beginning is told apart. */
export function parseConditionedRegex(source: string): ParsedRegex {
  if (source.includes("\0")) {
    throw new TextError("invalid", "The regular expression contains the character NUL.", {
      parameter: "constraint",
    });
  }
  return new RegexParser(source).parse();
}
