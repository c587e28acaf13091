import { tooManyEntries } from "../../config/request-bounds.ts";
import type { Trace } from "@heddle/types";
import { InvalidInput } from "../../refusals/refusal.ts";
import type { ObjectKind } from "./object.ts";

/** Which versions of a project are asked for; a missing condition holds for all. */
export interface VersionFilter {
  readonly objectIds?: readonly string[];
  readonly kind?: ObjectKind;
  readonly baseClasses?: readonly string[];
  readonly excludedBaseClasses?: readonly string[];
  readonly leafClasses?: readonly string[];
  readonly aliases?: readonly string[];
  readonly latestOnly?: boolean;
}

/** An order of versions. */
export interface VersionOrder {
  readonly field: "object_id" | "created_at";
  readonly direction: "asc" | "desc";
}

/** Which part of the ordered versions is wanted. */
export interface VersionWindow {
  readonly order: readonly VersionOrder[];
  readonly limit: number;
  readonly offset: number;
}

/**
 * What a filter on the wire asks of the store; `nothing` where no version can pass. Throws
 * `InvalidInput` for a list that is too long.
 */
export function versionFilter(filter: Trace.ObjectsFilter): VersionFilter | "nothing" {
  const lists = {
    objectIds: listed("object_ids", filter.object_ids),
    baseClasses: listed("base_object_classes", filter.base_object_classes),
    excludedBaseClasses: listed("exclude_base_object_classes", filter.exclude_base_object_classes),
    leafClasses: listed("leaf_object_classes", filter.leaf_object_classes),
    aliases: listed("aliases", filter.aliases),
  };
  // Tags come with their own operations: until then no version has one.
  if (listed("tags", filter.tags) !== undefined) return "nothing";
  const given = Object.entries(lists).filter(([, list]) => list !== undefined);
  return {
    ...(Object.fromEntries(given) as VersionFilter),
    ...(typeof filter.is_op === "boolean" ? { kind: filter.is_op ? "op" : "object" } : {}),
    latestOnly: filter.latest_only === true,
  };
}

/** The terms of an order that count: other fields are passed over; by age where none is left. */
export function versionOrder(terms: readonly Trace.SortBy[]): readonly VersionOrder[] {
  const counted = terms.flatMap(({ field, direction }): VersionOrder[] =>
    field === "object_id" || field === "created_at" ? [{ field, direction }] : [],
  );
  return counted.length > 0 ? counted : [{ field: "created_at", direction: "asc" }];
}

function listed(
  member: string,
  list: readonly string[] | null | undefined,
): readonly string[] | undefined {
  if (list === undefined || list === null || list.length === 0) return undefined;
  const problem = tooManyEntries(`filter.${member}`, list.length);
  if (problem !== undefined) throw new InvalidInput(problem);
  return list;
}
