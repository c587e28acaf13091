import type { Trace } from "@heddle/types";
import { compactText } from "../digests/canonical.ts";
import { compareCodePoints } from "../digests/code-points.ts";
import { isJsonArray, isJsonObject, JsonNumber, type JsonNode } from "../digests/json.ts";
import { invalidValue } from "../refusals.ts";

/** One term of an order of rows. */
export interface RowOrderTerm {
  readonly path: readonly string[];
  readonly isDescending: boolean;
}

/** What a row is compared by: nothing, a number or a text. */
export type SortKey = null | number | string;

/** Reads the terms of an order; throws `BadRequest` for a path with an empty part. */
export function rowOrder(terms: readonly Trace.SortBy[]): readonly RowOrderTerm[] {
  return terms.map(({ field, direction }) => {
    const path = field.split(".");
    if (path.includes("")) {
      throw invalidValue(
        `sort_by.field ${JSON.stringify(field)} has an empty part: ` +
          "write a dotted path such as answer.score",
      );
    }
    return { path, isDescending: direction === "desc" };
  });
}

/** What a row is compared by under each term. */
export function sortKeys(row: JsonNode, order: readonly RowOrderTerm[]): SortKey[] {
  return order.map(({ path }) => sortKey(path.reduce(memberOf, row)));
}

/**
 * Compares rows by their keys: nothing before numbers before text, earlier terms first. A term in
 * descending order is turned around as a whole.
 */
export function compareKeys(
  left: readonly SortKey[],
  right: readonly SortKey[],
  order: readonly RowOrderTerm[],
): number {
  for (const [at, { isDescending }] of order.entries()) {
    const difference = compareKey(left[at] ?? null, right[at] ?? null);
    if (difference !== 0) return isDescending ? -difference : difference;
  }
  return 0;
}

function memberOf(node: JsonNode, part: string): JsonNode {
  if (isJsonObject(node)) return node.get(part) ?? null;
  if (isJsonArray(node) && /^[0-9]+$/.test(part)) return node[Number(part)] ?? null;
  return null;
}

function sortKey(node: JsonNode): SortKey {
  if (node === null || typeof node === "string") return node;
  if (typeof node === "boolean") return Number(node);
  return node instanceof JsonNumber ? node.value : compactText(node);
}

function compareKey(left: SortKey, right: SortKey): number {
  if (typeof left === "number" && typeof right === "number") {
    return left < right ? -1 : Number(left > right);
  }
  if (typeof left === "string" && typeof right === "string") return compareCodePoints(left, right);
  return rank(left) - rank(right);
}

function rank(key: SortKey): number {
  if (key === null) return 0;
  return typeof key === "number" ? 1 : 2;
}
