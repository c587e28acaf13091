import type { SchemaContext } from "./context.ts";
import type { SchemaObject } from "./schema.ts";

import { emptyText, literal, repeated, sequenceOf } from "../ebnf.ts";
import { listWithoutRepetition, maxUniqueValues } from "./unique-items.ts";
import { pointerTo, schemaAt, schemaError } from "./schema.ts";

const maxItemsLimit = 100_000;
const maxPrefixItems = 256;

/** An expression for the arrays that a schema allows; null where there are none. */
export function arrayGrammar(
  schema: SchemaObject,
  pointer: string,
  context: SchemaContext,
  depth: number,
): string | null {
  const prefix = (schema["prefixItems"] as readonly unknown[] | undefined) ?? [];
  const min = (schema["minItems"] as number | undefined) ?? 0;
  let max = schema["maxItems"] as number | undefined;
  if (prefix.length > maxPrefixItems) {
    throw schemaError("invalid", pointer, `more than ${maxPrefixItems} prefixItems.`);
  }
  if (Math.max(min, max ?? 0) > maxItemsLimit) {
    throw schemaError("invalid", pointer, `a count above ${maxItemsLimit} cannot be enforced.`);
  }
  const heads: string[] = [];
  for (const [index, item] of prefix.entries()) {
    if (max !== undefined && index >= max) break;
    const at = pointerTo(pointer, "prefixItems", index);
    const value = context.valueOf(schemaAt(item, at), at, depth);
    if (value === null) {
      max = Math.min(max ?? Infinity, index);
      break;
    }
    heads.push(value);
  }
  const hasRest = max === undefined || max > heads.length;
  const itemsAt = pointerTo(pointer, "items");
  const items = schema["items"] ?? true;
  const rest = hasRest ? context.valueOf(schemaAt(items, itemsAt), itemsAt, depth) : null;
  if (rest === null) max = Math.min(max ?? Infinity, heads.length);
  if (max !== undefined && min > max) return null;
  if (schema["uniqueItems"] === true && !(max !== undefined && max <= 1)) {
    const values = heads.length > 0 ? null : context.listedIn(schemaAt(items, itemsAt), itemsAt);
    if (values === null || values.length > maxUniqueValues) {
      throw schemaError(
        "unsupported",
        pointerTo(pointer, "uniqueItems"),
        `the keyword uniqueItems cannot be enforced by this engine, except for items with at most ${maxUniqueValues} listed values (enum). Leave it out and check it afterwards.`,
      );
    }
    const list = listWithoutRepetition(values, min, max ?? Infinity, context.comma, context.writer);
    if (list === null) return null;
    return sequenceOf([literal("["), context.padding, list, context.padding, literal("]")]);
  }
  const inside = itemsBetween(heads, rest, min, max, context);
  return sequenceOf([literal("["), context.padding, inside, context.padding, literal("]")]);
}

/** Items from the last position to the first, each optional one holding all that follow it. */
function itemsBetween(
  heads: readonly string[],
  rest: string | null,
  min: number,
  max: number | undefined,
  { comma }: SchemaContext,
): string {
  const fixed = heads.length;
  let tail = emptyText;
  if (rest !== null) {
    const least = Math.max(0, min - fixed);
    const most = max === undefined ? undefined : max - fixed;
    if (fixed > 0) tail = repeated(sequenceOf([comma, rest]), least, most);
    else if (most === 0) tail = emptyText;
    else {
      const more = repeated(
        sequenceOf([comma, rest]),
        Math.max(0, least - 1),
        most === undefined ? undefined : most - 1,
      );
      tail = repeated(sequenceOf([rest, more]), least === 0 ? 0 : 1, 1);
    }
  }
  for (let index = fixed - 1; index >= 0; index--) {
    const separator = index === 0 ? emptyText : comma;
    const item = sequenceOf([separator, heads[index]!, tail]);
    tail = index < min ? item : repeated(item, 0, 1);
  }
  return tail;
}
