import type { Trace } from "@heddle/types";
import { FieldNotAllowed } from "../../query/field-not-allowed.ts";
import { Order, type OrderTerm } from "../../query/order.ts";
import { sortTerms } from "../../query/sort-terms.ts";
import { callField } from "./call-fields-sql.ts";

const byStart: readonly Trace.SortBy[] = [{ field: "started_at", direction: "asc" }];
/** Fields that are equal in all calls of a project. */
const constant: ReadonlySet<string> = new Set(["project_id", "deleted_at", "expire_at"]);

/**
 * The order of calls that a request asks for; by start without one. Its last terms are the id and
 * the start, which together name a call.
 *
 * @throws FieldNotAllowed for an unknown field, InvalidInput for a field that orders do not support
 * yet.
 */
export function callOrder(sortBy: readonly Trace.SortBy[] | null | undefined): Order {
  const terms = sortTerms(sortBy?.length ? sortBy : byStart, termOf);
  for (const field of ["id", "started_at"]) {
    if (!terms.some(({ sql }) => sql === field)) terms.push(...termOf(field, false));
  }
  return new Order(terms);
}

function termOf(field: string, isDescending: boolean): OrderTerm[] {
  if (constant.has(field)) return [];
  const { type, ...found } = callField(field);
  if (type === "strings") throw new FieldNotAllowed(field);
  return [{ ...found, type, isDescending }];
}
