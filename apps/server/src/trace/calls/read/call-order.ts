import type { Trace } from "@heddle/types";
import type { ProjectName } from "../../../access/project-id.ts";
import { dynamicTerms } from "../../query/dynamic-order.ts";
import { FieldNotAllowed } from "../../query/field-not-allowed.ts";
import { Order, type OrderTerm } from "../../query/order.ts";
import { sortTerms } from "../../query/sort-terms.ts";
import type { Parameters } from "../../query/parameters.ts";
import { CallFields } from "./call-fields-sql.ts";
import type { RefFields } from "../expand/ref-fields.ts";
import type { FeedbackBeside } from "../feedback/feedback-beside-sql.ts";

const byStart: readonly Trace.SortBy[] = [{ field: "started_at", direction: "asc" }];
/** Fields that are equal in all calls of a project. */
const constant: ReadonlySet<string> = new Set(["project_id", "deleted_at", "expire_at"]);

/**
 * The order of calls that a request asks for; by start without one. Its last terms are the id and
 * the start, which together name a call. `feedback` has the fields of feedback, and `behind` those
 * whose paths lead through refs.
 *
 * @throws FieldNotAllowed for an unknown field, InvalidInput for a field that orders do not support
 * yet.
 */
export function callOrder(
  sortBy: readonly Trace.SortBy[] | null | undefined,
  project: ProjectName,
  parameters: Parameters,
  feedback: FeedbackBeside,
  behind?: RefFields,
): Order {
  const inLeaves = new CallFields(project, parameters, "leaves", feedback, behind);
  const terms = termsOf(sortBy, inLeaves);
  const { unknown } = inLeaves;
  if (unknown === undefined) return new Order(terms);
  const inPayloads = new CallFields(project, parameters, "whole", feedback, behind);
  return new Order(terms, { unknown, order: new Order(termsOf(sortBy, inPayloads)) });
}

function termsOf(
  sortBy: readonly Trace.SortBy[] | null | undefined,
  fields: CallFields,
): OrderTerm[] {
  const termOf = (path: string, isDescending: boolean): OrderTerm[] => {
    if (constant.has(path)) return [];
    const field = fields.field(path);
    if (field.type === "dynamic") return dynamicTerms(field, isDescending);
    if (field.type === "strings") throw new FieldNotAllowed(path);
    return [{ ...field, type: field.type, isDescending }];
  };
  const terms = sortTerms(sortBy?.length ? sortBy : byStart, termOf);
  for (const field of ["id", "started_at"]) {
    if (!terms.some(({ sql }) => sql === field)) terms.push(...termOf(field, false));
  }
  return terms;
}
