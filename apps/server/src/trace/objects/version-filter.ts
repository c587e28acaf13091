import type { Trace } from "@heddle/types";
import { askedList } from "../query/asked-list.ts";
import { sortTerms } from "../query/sort-terms.ts";
import type { Window } from "../query/window.ts";
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
export interface VersionWindow extends Window {
  readonly order: readonly VersionOrder[];
}

/** Converts the filter of a request. Throws `InvalidInput` for a list that is too long. */
export function versionFilter(filter: Trace.ObjectsFilter): VersionFilter {
  const lists = {
    objectIds: askedList("object_ids", filter.object_ids),
    baseClasses: askedList("base_object_classes", filter.base_object_classes),
    excludedBaseClasses: askedList(
      "exclude_base_object_classes",
      filter.exclude_base_object_classes,
    ),
    leafClasses: askedList("leaf_object_classes", filter.leaf_object_classes),
    aliases: askedList("aliases", filter.aliases),
    tags: askedList("tags", filter.tags),
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
export function versionOrder(sortBy: readonly Trace.SortBy[] | null | undefined): VersionOrder[] {
  const terms = sortTerms(sortBy, (field, isDescending): VersionOrder[] =>
    field === "object_id" || field === "created_at"
      ? [{ field, direction: isDescending ? "desc" : "asc" }]
      : [],
  );
  return terms.length > 0 ? terms : [{ field: "created_at", direction: "asc" }];
}
