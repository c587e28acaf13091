import type { Trace } from "@heddle/types";
import type { ProjectName } from "../../../access/project-id.ts";
import { dynamicTerms } from "../../query/dynamic-order.ts";
import { Order, type OrderTerm } from "../../query/order.ts";
import type { Parameters } from "../../query/parameters.ts";
import { sortTerms } from "../../query/sort-terms.ts";
import { FeedbackFields } from "./feedback-fields-sql.ts";
import { UnknownField } from "./unknown-field.ts";

const byCreation: readonly Trace.SortBy[] = [{ field: "created_at", direction: "asc" }];

/**
 * The order that a request asks for; oldest first without one, which also decides ties.
 *
 * @throws UnknownField for a field that cannot order feedback.
 */
export function feedbackOrder(
  sortBy: readonly Trace.SortBy[] | null | undefined,
  project: ProjectName,
  parameters: Parameters,
): Order {
  const fields = new FeedbackFields(project, parameters);
  const termOf = (path: string, isDescending: boolean): OrderTerm[] => {
    // It is the same in all rows.
    if (path === "project_id") return [];
    const field = fields.field(path);
    if (field.type === "dynamic") return dynamicTerms(field, isDescending);
    const { type, sql, isNullable } = field;
    if (type === "strings") throw new UnknownField(path, "in orders");
    return [{ sql, isNullable, isDescending, type: type === "number" ? "double" : type }];
  };
  const terms = sortTerms(sortBy?.length ? sortBy : byCreation, termOf);
  for (const field of ["created_at", "id"]) {
    if (!terms.some(({ sql }) => sql === field)) terms.push(...termOf(field, false));
  }
  return new Order(terms);
}
