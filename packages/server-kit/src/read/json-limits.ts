import { BadRequest, TooLarge } from "../errors.ts";

/** What a JSON text may come to, counted before it is parsed. */
export interface JsonLimits {
  /** Containers within containers. */
  readonly depth: number;
  /** Objects, arrays and members of objects; scalars in arrays do not count. */
  readonly members: number;
  /** How many of them the body had before this text, where a text is one of its lines. */
  readonly before?: number;
}

/** What bodies are held to unless the options say otherwise; parameters always are. */
export const defaultJsonLimits: JsonLimits = { depth: 200, members: 1_000_000 };

/** How many operands all lists of a tree may have together, where one may have `most`. */
export function maxOperandsInAll(most: number): number {
  return 10 * most;
}

/** What a body is refused with whose containers lie too deep in each other. */
export function tooDeep(maxDepth: number): TooLarge {
  return new TooLarge(`Request too large: its JSON is nested deeper than ${maxDepth} levels`);
}

/** What a body with too many members is refused with. */
export function tooManyMembers(most: number): TooLarge {
  return new TooLarge(
    `Request too large: its JSON has more than ${counted(most)} objects, arrays and members. ` +
      "Send it in parts.",
  );
}

/** What a tree of operands is refused with that has a list of too many. */
export function tooManyInList(most: number): BadRequest {
  return tooWide("A list in the query", most);
}

/** What a tree of operands is refused with whose lists have too many together. */
export function tooManyInAll(most: number): BadRequest {
  return tooWide("The query", maxOperandsInAll(most));
}

function tooWide(what: string, most: number): BadRequest {
  return new BadRequest(
    `${what} has more than ${counted(most)} operands, which is the limit. ` +
      "Use $in for lists of values, or send several queries.",
  );
}

function counted(count: number): string {
  return count.toLocaleString("en");
}
