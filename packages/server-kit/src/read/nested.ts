import { TooLarge } from "../errors.ts";

/** Texts by their names, nested as the brackets of the names say: `a[b][]=1`. */
export interface Nested {
  /** Values given here, in order. */
  readonly texts: string[];
  readonly members: Map<string, Nested>;
}

/** Texts that stand for one value. */
export function leaf(texts: readonly string[]): Nested {
  return { texts: [...texts], members: new Map() };
}

/**
 * The pieces of a name: `a[b][]` has `a`, `b` and an empty one. A name without brackets is one
 * piece.
 */
export function piecesOf(name: string): readonly string[] {
  const open = name.indexOf("[");
  if (open <= 0 || !/^(?:\[[^[\]]*\])+$/.test(name.slice(open))) return [name];
  return [name.slice(0, open), ...name.slice(open + 1, -1).split("][")];
}

/** Adds a text at the pieces of its name. Throws 413 for more than `maxDepth` of them. */
export function nest(
  root: Nested,
  pieces: readonly string[],
  text: string,
  maxDepth: number,
): void {
  if (pieces.length > maxDepth) {
    throw new TooLarge(`Request too large: a name is nested deeper than ${maxDepth} levels`);
  }
  let at = root;
  for (const piece of pieces) {
    let member = at.members.get(piece);
    if (!member) at.members.set(piece, (member = leaf([])));
    at = member;
  }
  at.texts.push(text);
}
