import type { JinjaNode, JinjaValue } from "./jinja.ts";

// As much as Jinja's sandbox allows `range`, ten times: lists that are joined of several.
const maxItems = 1_000_000;
const maxIndent = 1000;

/**
 * Keeps what a template makes within bounds before it is made. A thread that runs out of memory step by step is ended
 * alone; one that asks for too much in a single step takes the process with it, so no step may.
 */
export class SizeGuard {
  readonly #maxText: number;

  /** @param maxText UTF-16 units of any text that a template makes */
  constructor(maxText: number) {
    this.#maxText = maxText;
  }

  /** @throws Error for a text or list that is too long */
  check(value: JinjaValue): JinjaValue {
    if (value.type === "StringValue") this.#limit((value.value as string).length);
    else if (isList(value) && value.value.length > maxItems) {
      throw new Error(`it made a list of more than ${maxItems} items`);
    }
    return value;
  }

  /** @throws Error where a method or filter would make too much of these arguments */
  checkCall(name: string, operand: JinjaValue, given: readonly JinjaValue[]): void {
    const text = operand.type === "StringValue" ? (operand.value as string) : "";
    const [first, second] = given.map((value) =>
      value.type === "StringValue" ? String(value.value) : "",
    );
    switch (name) {
      case "replace":
        this.#limit(text.length + occurrences(text, first ?? "") * (second ?? "").length);
        return;
      case "split":
        if (occurrences(text, first ?? " ") >= maxItems) {
          throw new Error(`split would make more than ${maxItems} items`);
        }
        return;
      case "join":
        // A filter of the list, or a method of the text between.
        this.checkWritten(operand, (first ?? "").length + 2);
        for (const value of given) if (isList(value)) this.checkWritten(value, text.length + 2);
        return;
      case "indent":
      case "tojson": {
        const width = Math.max(0, ...given.map(widthOf).filter(Number.isFinite));
        if (width > maxIndent)
          throw new Error(`an indentation of ${width} is more than ${maxIndent}`);
        if (name === "tojson") this.checkWritten(operand, width);
        else this.#limit(text.length + (occurrences(text, "\n") + 1) * width);
      }
    }
  }

  /**
   * Counts what a value would take as JSON, and stops where it is too much: a structure that holds one part many
   * times is small, and its text is not.
   */
  checkWritten(value: JinjaValue, perItem = 0): void {
    let length = 0;
    const count = (part: JinjaValue, depth: number): void => {
      length += 4 + perItem * (depth + 1);
      if (part.type === "StringValue") length += (part.value as string).length;
      this.#limit(length);
      if (isList(part)) for (const item of part.value) count(item, depth + 1);
      else if (part.value instanceof Map) {
        for (const [key, item] of part.value as Map<string, JinjaValue>) {
          length += key.length;
          count(item, depth + 1);
        }
      }
    };
    count(value, 0);
  }

  #limit(length: number): void {
    if (length > this.#maxText) {
      throw new Error(`it wrote more than ${this.#maxText} characters; shorten the messages`);
    }
  }
}

/** The nodes whose values a template writes out: those that stand in a block and are no statements. */
export function writtenNodes(program: JinjaNode): WeakSet<object> {
  const written = new WeakSet<object>();
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [name, member] of Object.entries(node)) {
      if (!Array.isArray(member)) {
        visit(member);
        continue;
      }
      const isBlock = name === "body" || name === "alternate" || name === "defaultBlock";
      for (const item of member as unknown[]) {
        if (isBlock && typeof item === "object" && item !== null) written.add(item);
        visit(item);
      }
    }
  };
  visit(program);
  return written;
}

/** What an argument adds to each item or line: a number of spaces, a text, or several. */
function widthOf(value: JinjaValue): number {
  if (value.type === "StringValue") return (value.value as string).length;
  if (isList(value)) return value.value.reduce((sum, one) => sum + widthOf(one), 0);
  return Number(value.value);
}

function isList(value: JinjaValue): value is JinjaValue & { readonly value: JinjaValue[] } {
  return Array.isArray(value.value);
}

function occurrences(text: string, part: string): number {
  if (part === "") return text.length + 1;
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count++;
  return count;
}
