import { at } from "./pointer.ts";
import type { Positions } from "./positions.ts";
import { setMember } from "./set-member.ts";
import type { SourceFile } from "./source-file.ts";
import { SpecError } from "./spec-error.ts";

/** Deeper than any real document; each level costs a stack frame. */
const maxDepth = 1000;

/**
 * Parses JSON and records the place of every value.
 *
 * `JSON.parse` silently takes the last of two equal names and gives no positions. This parser takes
 * about five times as long, which is 0.1 s for 3 MB.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8259
 * Throws `SpecError` with the place of text that is not JSON, and of the second of two equal names.
 */
export function parseJson(source: SourceFile, positions: Positions): unknown {
  const parser = new JsonParser(source, positions);
  return parser.document();
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const space = /[ \t\r\n]*/y;
/** Characters that need `JSON.parse`; most strings have none of them. */
const special = /[\\\p{Cc}]/u;

class JsonParser {
  readonly #source: SourceFile;
  readonly #text: string;
  readonly #positions: Positions;
  /** Names on the way to the current value, for the pointers of errors. */
  readonly #path: (string | number)[] = [];
  #offset = 0;

  constructor(source: SourceFile, positions: Positions) {
    this.#source = source;
    this.#text = source.text;
    this.#positions = positions;
  }

  document(): unknown {
    const value = this.#value();
    this.#skipSpace();
    if (this.#offset < this.#text.length)
      this.#fail("is complete JSON up to here, but more text follows");
    return value;
  }

  #value(): unknown {
    this.#skipSpace();
    switch (this.#text[this.#offset]) {
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

  #object(): Record<string, unknown> {
    const start = this.#open();
    const value: Record<string, unknown> = {};
    const offsets = new Map<string, number>();
    for (let first = true; !this.#closes("}", first); first = false) {
      this.#skipSpace();
      const offset = this.#offset;
      if (this.#text[offset] !== '"') this.#fail("is not JSON: a name in double quotes goes here");
      const name = this.#string();
      this.#path.push(name);
      if (offsets.has(name)) {
        this.#fail("is defined twice in one object; keep one of them", offset);
      }
      offsets.set(name, offset);
      this.#skipSpace();
      if (this.#text[this.#offset] !== ":") this.#fail("is not JSON: a colon goes here");
      this.#offset++;
      setMember(value, name, this.#value());
      this.#path.pop();
    }
    this.#positions.set(value, { source: this.#source, start, members: offsets });
    return value;
  }

  #array(): unknown[] {
    const start = this.#open();
    const value: unknown[] = [];
    const offsets: number[] = [];
    for (let first = true; !this.#closes("]", first); first = false) {
      this.#skipSpace();
      this.#path.push(value.length);
      offsets.push(this.#offset);
      value.push(this.#value());
      this.#path.pop();
    }
    this.#positions.set(value, { source: this.#source, start, members: offsets });
    return value;
  }

  #open(): number {
    if (this.#path.length >= maxDepth) this.#fail(`is nested deeper than ${maxDepth} levels`);
    return this.#offset++;
  }

  /** Reads the end, or the comma before the next member. */
  #closes(end: string, first: boolean): boolean {
    this.#skipSpace();
    const next = this.#text[this.#offset];
    if (next === end) {
      this.#offset++;
      return true;
    }
    if (first) return false;
    if (next !== ",") this.#fail(`is not JSON: a comma or ${end} goes here`);
    this.#offset++;
    this.#skipSpace();
    if (this.#text[this.#offset] === end) this.#fail("is not JSON: a comma before the end");
    return false;
  }

  #string(): string {
    const start = this.#offset;
    let end = this.#text.indexOf('"', start + 1);
    while (end !== -1 && this.#isEscaped(end)) end = this.#text.indexOf('"', end + 1);
    if (end === -1) this.#fail("is not JSON: a string that does not end");
    this.#offset = end + 1;
    const content = this.#text.slice(start + 1, end);
    if (!special.test(content)) return content;
    try {
      return JSON.parse(this.#text.slice(start, end + 1)) as string;
    } catch {
      return this.#fail("is not JSON: a string with a wrong \\ or a line break in it", start);
    }
  }

  /** Whether an odd number of backslashes comes before a quote. */
  #isEscaped(quote: number): boolean {
    let first = quote;
    while (this.#text[first - 1] === "\\") first--;
    return (quote - first) % 2 === 1;
  }

  #number(): number {
    const text = this.#match(number);
    if (text === undefined) this.#fail("is not JSON: a value goes here");
    return Number(text);
  }

  #word<Value>(word: string, value: Value): Value {
    if (!this.#text.startsWith(word, this.#offset)) this.#fail("is not JSON: a value goes here");
    this.#offset += word.length;
    return value;
  }

  #skipSpace(): void {
    this.#match(space);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#offset;
    if (!pattern.test(this.#text)) return undefined;
    const start = this.#offset;
    this.#offset = pattern.lastIndex;
    return this.#text.slice(start, this.#offset);
  }

  #fail(problem: string, offset: number = this.#offset): never {
    throw new SpecError(at("#", ...this.#path), problem, this.#source.placeAt(offset));
  }
}
