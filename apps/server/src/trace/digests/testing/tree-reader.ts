import { maxJsonDepth, TooDeep } from "../../json-text/json-bounds.ts";
import { JsonNumber, type JsonNode } from "../../objects/builtin/json-tree.ts";

/** Options for reading a text. */
export interface ParseOptions {
  /**
   * Whether to accept the tokens `NaN`, `Infinity` and `-Infinity`, as Python's own reader does.
   */
  readonly nonFinite?: boolean;
}

// Sticky patterns run natively; a loop over character codes is several times slower.
const whiteSpace = /[ \t\n\r]*/y;
// oxlint-disable-next-line no-control-regex -- JSON forbids raw control characters in strings.
const plainString = /[^"\\\u0000-\u001f]*/y;
const numberToken = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const nonFiniteToken = /NaN|-?Infinity/y;

/**
 * Reads one JSON text without any loss. Throws `SyntaxError` for invalid JSON, and {@link TooDeep}.
 */
export function parseJson(text: string, options: ParseOptions = {}): JsonNode {
  return new Reader(text, options.nonFinite === true).document();
}

class Reader {
  readonly #text: string;
  readonly #nonFinite: boolean;
  #at = 0;
  #depth = 0;

  constructor(text: string, nonFinite: boolean) {
    this.#text = text;
    this.#nonFinite = nonFinite;
  }

  document(): JsonNode {
    this.#skipWhiteSpace();
    const node = this.#value();
    this.#skipWhiteSpace();
    if (this.#at !== this.#text.length) throw this.#unexpected();
    return node;
  }

  #value(): JsonNode {
    switch (this.#text[this.#at]) {
      case "{":
        return this.#object();
      case "[":
        return this.#array();
      case '"':
        return this.#string();
      case "t":
        return this.#word("true", true);
      case "f":
        return this.#word("false", false);
      case "n":
        return this.#word("null", null);
      default:
        return this.#number();
    }
  }

  #object(): JsonNode {
    const members = new Map<string, JsonNode>();
    this.#open();
    if (this.#text[this.#at] !== "}") {
      for (;;) {
        if (this.#text[this.#at] !== '"') throw this.#unexpected();
        const name = this.#string();
        this.#skipWhiteSpace();
        if (this.#text[this.#at] !== ":") throw this.#unexpected();
        this.#step();
        members.set(name, this.#value());
        if (!this.#next("}")) break;
      }
    }
    this.#close();
    return members;
  }

  #array(): JsonNode {
    const items: JsonNode[] = [];
    this.#open();
    if (this.#text[this.#at] !== "]") {
      for (;;) {
        items.push(this.#value());
        if (!this.#next("]")) break;
      }
    }
    this.#close();
    return items;
  }

  #open(): void {
    this.#depth += 1;
    if (this.#depth > maxJsonDepth) throw new TooDeep();
    this.#step();
  }

  #close(): void {
    this.#depth -= 1;
    this.#at += 1;
  }

  /** True after a comma; false at the closing bracket, which it does not pass. */
  #next(closing: string): boolean {
    this.#skipWhiteSpace();
    const character = this.#text[this.#at];
    if (character === closing) return false;
    if (character !== ",") throw this.#unexpected();
    this.#step();
    return true;
  }

  #step(): void {
    this.#at += 1;
    this.#skipWhiteSpace();
  }

  #skipWhiteSpace(): void {
    // Most texts have at most one space here; calling the pattern is worth it only for more.
    if (this.#text.charCodeAt(this.#at) > 0x20) return;
    whiteSpace.lastIndex = this.#at;
    whiteSpace.exec(this.#text);
    this.#at = whiteSpace.lastIndex;
  }

  #string(): string {
    const start = this.#at;
    plainString.lastIndex = start + 1;
    plainString.exec(this.#text);
    const end = plainString.lastIndex;
    if (this.#text[end] === '"') {
      this.#at = end + 1;
      return this.#text.slice(start + 1, end);
    }
    return this.#escapedString(start, end);
  }

  /** A string with escapes: reads one stretch without escapes after the other. */
  #escapedString(start: number, firstEscape: number): string {
    let at = firstEscape;
    while (this.#text[at] === "\\") {
      plainString.lastIndex = at + 2;
      plainString.exec(this.#text);
      at = plainString.lastIndex;
    }
    if (this.#text[at] !== '"') throw this.#unexpected();
    let string: string;
    try {
      string = JSON.parse(this.#text.slice(start, at + 1)) as string;
    } catch (error) {
      if (error instanceof SyntaxError) throw this.#unexpected();
      throw error;
    }
    this.#at = at + 1;
    return string;
  }

  #number(): JsonNumber {
    numberToken.lastIndex = this.#at;
    if (numberToken.test(this.#text)) return new JsonNumber(this.#match(numberToken));
    if (this.#nonFinite) return new JsonNumber(this.#match(nonFiniteToken));
    throw this.#unexpected();
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) throw this.#unexpected();
    const token = this.#text.slice(this.#at, pattern.lastIndex);
    this.#at = pattern.lastIndex;
    return token;
  }

  #word<Value extends JsonNode>(word: string, value: Value): Value {
    if (!this.#text.startsWith(word, this.#at)) throw this.#unexpected();
    this.#at += word.length;
    return value;
  }

  #unexpected(): SyntaxError {
    return new SyntaxError(`Malformed JSON at position ${this.#at}.`);
  }
}
