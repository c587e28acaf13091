import { requestBounds, tooManyEntries } from "../../config/request-bounds.ts";
import type { Trace } from "@heddle/types";
import { InvalidInput } from "../../refusals/refusal.ts";
import type { ObjectKind } from "./object.ts";

/** Conditions on the versions of a project; an absent condition matches all. */
export interface VersionFilter {
  readonly objectIds?: readonly string[];
  readonly kind?: ObjectKind;
  readonly baseClasses?: readonly string[];
  readonly excludedBaseClasses?: readonly string[];
  readonly leafClasses?: readonly string[];
  readonly aliases?: readonly string[];
  readonly tags?: readonly string[];
  readonly latestOnly?: boolean;
}

/** An order of versions. */
export interface VersionOrder {
  readonly field: "object_id" | "created_at";
  readonly direction: "asc" | "desc";
}

/** A part of the ordered versions. */
export interface VersionWindow {
  readonly order: readonly VersionOrder[];
  readonly limit: number;
  readonly offset: number;
}

/** Converts the filter of a request. Throws `InvalidInput` for a list that is too long. */
export function versionFilter(filter: Trace.ObjectsFilter): VersionFilter {
  const lists = {
    objectIds: listed("object_ids", filter.object_ids),
    baseClasses: listed("base_object_classes", filter.base_object_classes),
    excludedBaseClasses: listed("exclude_base_object_classes", filter.exclude_base_object_classes),
    leafClasses: listed("leaf_object_classes", filter.leaf_object_classes),
    aliases: listed("aliases", filter.aliases),
    tags: listed("tags", filter.tags),
  };
  const given = Object.entries(lists).filter(([, list]) => list !== undefined);
  return {
    ...(Object.fromEntries(given) as VersionFilter),
    ...(typeof filter.is_op === "boolean" ? { kind: filter.is_op ? "op" : "object" } : {}),
    latestOnly: filter.latest_only === true,
  };
}

/**
 * The supported terms of an order. Other fields are ignored; without any term the order is by age.
 * Throws `InvalidInput` for too many terms.
 */
export function versionOrder(terms: readonly Trace.SortBy[]): readonly VersionOrder[] {
  const most = requestBounds.sortTerms.limit;
  if (terms.length > most) {
    throw new InvalidInput(`sort_by has ${terms.length} terms; the limit is ${most}.`);
  }
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
