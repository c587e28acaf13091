import { requestBounds } from "../../config/request-bounds.ts";
import { InvalidInput } from "../../refusals/refusal.ts";
import type { Literal } from "./node.ts";
import { boundedText } from "./text-bound.ts";

const maxDepth = requestBounds.queryDepth.limit;
const maxBytes = requestBounds.queryLiteralBytes.limit;

/** Reads the literals of one query, within the limit on all of them together. */
export class LiteralReader {
  #bytes = 0;

  /**
   * Members of a literal list or map may be literals again: `{"$literal": [{"$literal": 1}]}`. The
   * engine takes only well-formed text.
   */
  read(value: unknown, depth: number): Literal {
    refuseDeep(depth);
    if (typeof value === "string") return this.#text(value);
    this.#count(1);
    if (Array.isArray(value)) return value.map((item) => this.read(item, depth + 1));
    if (typeof value !== "object" || value === null) return value as Literal;
    const members = Object.entries(value);
    const [only] = members;
    if (only?.[0] === "$literal" && members.length === 1) return this.read(only[1], depth + 1);
    return Object.fromEntries(
      members.map(([name, member]) => [this.#text(name), this.read(member, depth + 1)]),
    );
  }

  #text(text: string): string {
    this.#count(text.length);
    return boundedText(text.toWellFormed());
  }

  #count(bytes: number): void {
    this.#bytes += bytes + 1;
    if (this.#bytes <= maxBytes) return;
    throw new InvalidInput(
      `The literals of the query have more than ${maxBytes} bytes together, which is the limit. ` +
        "Shorten them, or send several queries.",
    );
  }
}

/** @throws InvalidInput if a part of a query is deeper within it than the limit. */
export function refuseDeep(depth: number): void {
  if (depth <= maxDepth) return;
  throw new InvalidInput(
    `The query is nested deeper than the limit of ${maxDepth} levels. Flatten it.`,
  );
}
