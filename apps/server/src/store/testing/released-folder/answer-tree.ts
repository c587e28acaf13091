import { createHash } from "node:crypto";

/**
 * A JSON text as a tree that loses nothing: scalars keep their spelling, and objects keep the order
 * of their members and repeated names.
 */
export type AnswerTree =
  | { readonly kind: "scalar"; readonly text: string }
  | { readonly kind: "array"; readonly items: readonly AnswerTree[] }
  | { readonly kind: "object"; readonly members: readonly Member[] };

/** A member of an object; the name is as spelt, in quotes. */
export interface Member {
  readonly name: string;
  readonly value: AnswerTree;
}

const token = /\s*([{}[\],:]|"[^"\\]*(?:\\.[^"\\]*)*"|[^\s{}[\],:"]+)/y;
/** A longer string is replaced by its hash, so that recorded answers stay short. */
const longestString = 1000;

/** Reads a valid JSON text; it replaces each long string by its length and its hash. */
export function readAnswer(text: string): AnswerTree {
  return new Reader(text).value();
}

/** The text of a tree, without white space. */
export function answerText(tree: AnswerTree): string {
  switch (tree.kind) {
    case "scalar":
      return tree.text;
    case "array":
      return `[${tree.items.map(answerText).join(",")}]`;
    default:
      return `{${tree.members.map(({ name, value }) => `${name}:${answerText(value)}`).join(",")}}`;
  }
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(first: string = this.#next()): AnswerTree {
    if (first === "[") return { kind: "array", items: this.#items() };
    if (first === "{") return { kind: "object", members: this.#members() };
    return { kind: "scalar", text: shortened(first) };
  }

  #items(): AnswerTree[] {
    const items: AnswerTree[] = [];
    for (let next = this.#next(); next !== "]"; next = this.#next()) {
      items.push(this.value(next === "," ? this.#next() : next));
    }
    return items;
  }

  #members(): Member[] {
    const members: Member[] = [];
    for (let next = this.#next(); next !== "}"; next = this.#next()) {
      const name = next === "," ? this.#next() : next;
      const colon = this.#next();
      if (colon !== ":") throw new SyntaxError(`${colon} instead of a colon at ${this.#at}.`);
      members.push({ name, value: this.value() });
    }
    return members;
  }

  #next(): string {
    token.lastIndex = this.#at;
    const found = token.exec(this.#text)?.[1];
    if (found === undefined) throw new SyntaxError(`No JSON at character ${this.#at}.`);
    this.#at = token.lastIndex;
    return found;
  }
}

function shortened(scalar: string): string {
  if (scalar.length <= longestString) return scalar;
  const hash = createHash("sha256").update(scalar).digest("hex");
  return JSON.stringify(`sha256 ${hash} of ${scalar.length} characters of JSON`);
}
