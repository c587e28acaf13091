import type { Trace } from "@heddle/types";
import { atOnce } from "../../budgets/loop-turns.ts";
import { compareCodePoints } from "../json-text/code-points.ts";
import { JsonPlaces } from "../json-text/json-places.ts";
import { JsonRewrite } from "../json-text/json-rewrite.ts";
import { maxJsonDepth } from "../json-text/json-bounds.ts";
import { InvalidInput } from "../../refusals/refusal.ts";
import { sortTerms } from "../query/sort-terms.ts";

/** One term of an order of rows. */
export interface RowOrderTerm {
  readonly path: readonly string[];
  readonly isDescending: boolean;
}

/** The key of a row in comparisons: null for an absent value, a number or a text. */
export type SortKey = null | number | string;

/** Reads the terms of an order; throws `InvalidInput` for a path with an empty part. */
export function rowOrder(sortBy: readonly Trace.SortBy[] | null | undefined): RowOrderTerm[] {
  return sortTerms(sortBy, (field, isDescending) => {
    // Values are never nested deeper, so further parts of the path do not matter.
    const path = field.split(".", maxJsonDepth + 1);
    if (path.includes("")) {
      throw new InvalidInput(
        `sort_by.field ${JSON.stringify(field.slice(0, 200))} has an empty part: ` +
          "write a dotted path such as answer.score",
      );
    }
    return [{ path, isDescending }];
  });
}

/** The keys of a row, given as canonical text, one for each term. */
export function sortKeys(row: string, order: readonly RowOrderTerm[]): SortKey[] {
  const places = new JsonPlaces(row);
  return order.map(({ path }) => {
    let at: number | undefined = places.root;
    for (const part of path) at = at === undefined ? undefined : memberOf(places, at, part);
    return at === undefined ? null : sortKey(places, at);
  });
}

/**
 * Compares rows by their keys, earlier terms first: absent values before numbers, numbers before
 * text. A descending term reverses this whole order.
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

function memberOf(places: JsonPlaces, at: number, part: string): number | undefined {
  if (places.isArray(at)) return /^[0-9]+$/.test(part) ? places.item(at, Number(part)) : undefined;
  return places.member(at, part);
}

function sortKey(places: JsonPlaces, at: number): SortKey {
  const string = places.string(at);
  if (string !== undefined) return string;
  const text = places.textOf(at);
  if (places.isArray(at) || places.isObject(at)) return compactText(text);
  if (text === "null") return null;
  return text === "true" || text === "false" ? Number(text === "true") : Number(text);
}

function compactText(json: string): string {
  const work = new JsonRewrite(json, {
    order: "asGiven",
    nonFinite: false,
    isSpaced: false,
    infinity: "Infinity",
    maxMembers: Infinity,
    maxLength: Infinity,
    onFull: () => undefined,
  });
  atOnce(work);
  return work.text;
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
