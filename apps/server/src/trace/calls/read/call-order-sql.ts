import { InvalidInput } from "../../../refusals/refusal.ts";
import { requestBounds } from "../../../config/request-bounds.ts";
import type { Trace } from "@heddle/types";
import type { Param } from "../../../store/traces/traces.ts";
import type { ColumnField } from "../../query/expression.ts";
import type { Parameters, ParameterType } from "../../query/parameters.ts";
import { FieldNotAllowed } from "../../query/field-not-allowed.ts";
import { callField } from "./call-fields-sql.ts";

interface Term extends ColumnField {
  readonly isDescending: boolean;
}

/** The values of the order's terms in one row. The next page begins after them. */
export type Position = readonly Param[];

const maxTerms = requestBounds.sortTerms.limit;
const parameterTypes: Readonly<Record<"string" | "number" | "instant", ParameterType>> = {
  string: "String",
  number: "Int64",
  instant: "DateTime64(6, 'UTC')",
};

/** A total order of calls: its last term is the id. */
export class CallOrder {
  readonly #terms: readonly Term[];
  /** The direction, if the start time is the first term. */
  readonly byStart: "asc" | "desc" | undefined;

  /**
   * @throws FieldNotAllowed for an unknown field, InvalidInput for a field that orders do not
   * support yet.
   */
  constructor(sortBy: readonly Trace.SortBy[] | null | undefined) {
    const asked: readonly Trace.SortBy[] = sortBy?.length
      ? sortBy
      : [{ field: "started_at", direction: "asc" }];
    if (asked.length > maxTerms) {
      throw new InvalidInput(`sort_by has ${asked.length} terms; the limit is ${maxTerms}.`);
    }
    const terms = asked.flatMap(termsOf);
    const hasId = terms.some(({ sql }) => sql === "id");
    this.#terms = hasId ? terms : [...terms, { ...callField("id"), isDescending: false }];
    const [first] = this.#terms;
    if (first?.sql === "started_at") this.byStart = first.isDescending ? "desc" : "asc";
  }

  /** For `ORDER BY`. Nulls come last in both directions. */
  get sql(): string {
    return this.#terms
      .map(
        ({ sql, isNullable, isDescending }) =>
          `${sql} ${isDescending ? "DESC" : "ASC"}${isNullable ? " NULLS LAST" : ""}`,
      )
      .join(", ");
  }

  /** For `SELECT`: the values of a row's position. */
  get columns(): string {
    return this.#terms.map(({ sql }, i) => `${sql} AS position_${i}`).join(", ");
  }

  positionOf(row: Readonly<Record<string, unknown>>): Position {
    return this.#terms.map((_, i) => row[`position_${i}`] as Param);
  }

  /** The condition for what comes after a position. */
  after(position: Position, parameters: Parameters): string {
    const alternatives: string[] = [];
    const same: string[] = [];
    for (const [i, { sql, type, isNullable, isDescending }] of this.#terms.entries()) {
      const value = position[i] ?? null;
      // Null is last, so no value of this term comes after it.
      if (value === null) {
        same.push(`isNull(${sql})`);
        continue;
      }
      const placeholder = parameters.add(value, parameterTypes[type as "string"]);
      const beyond = `${sql} ${isDescending ? "<" : ">"} ${placeholder}`;
      const later = isNullable ? `(${beyond} OR isNull(${sql}))` : beyond;
      alternatives.push(`(${[...same, later].join(" AND ")})`);
      same.push(`${sql} = ${placeholder}`);
    }
    return `(${alternatives.join(" OR ")})`;
  }
}

/** The SQL terms of one field; none for a field that is equal in all calls of a project. */
function termsOf({ field, direction }: Trace.SortBy): Term[] {
  if (field === "project_id" || field === "deleted_at" || field === "expire_at") return [];
  const found = callField(field);
  if (found.type === "strings") throw new FieldNotAllowed(field);
  return [{ ...found, isDescending: direction === "desc" }];
}
