import type { Param } from "../../store/traces/traces.ts";
import type { Parameters, ParameterType } from "./parameters.ts";

/** One term of an order, as SQL. */
export interface OrderTerm {
  readonly sql: string;
  readonly type: "string" | "number" | "double" | "instant";
  readonly isNullable: boolean;
  readonly isDescending: boolean;
}

/** The columns that name an entry in its project, in the order of its table. */
export type TableKey = readonly [moment: string, id: string];

/** The values of the order's terms in one row. The next page begins after them. */
export type Position = readonly Param[];

const parameterTypes: Readonly<Record<OrderTerm["type"], ParameterType>> = {
  string: "String",
  number: "Int64",
  double: "Float64",
  instant: "DateTime64(6, 'UTC')",
};

/** The same order with terms that read payloads, and the condition of a row that needs them. */
export interface WholeOrder {
  readonly unknown: string;
  readonly order: Order;
}

/** A total order of the rows of a table: no two entries are equal in all terms. */
export class Order {
  readonly terms: readonly OrderTerm[];
  /** Absent if the terms are right for every row. */
  readonly whole: WholeOrder | undefined;

  /** The last terms must name an entry, so that the order is total. */
  constructor(terms: readonly OrderTerm[], whole?: WholeOrder) {
    this.terms = terms;
    this.whole = whole;
  }

  /** For `ORDER BY`. Nulls come last in both directions. */
  get sql(): string {
    return this.terms
      .map(
        ({ sql, isNullable, isDescending }) =>
          `${sql} ${isDescending ? "DESC" : "ASC"}${isNullable ? " NULLS LAST" : ""}`,
      )
      .join(", ");
  }

  /** For `SELECT`: the key of a row, as `moment` and `id`, and the other values of its position. */
  columns(key: TableKey): string {
    const others = this.terms.flatMap(({ sql }, i) => {
      return key.includes(sql) ? [] : [`${sql} AS position_${i}`];
    });
    return [`${key[0]} AS moment`, `${key[1]} AS id`, ...others].join(", ");
  }

  /** The position of a row with these columns. */
  positionOf(row: Readonly<Record<string, unknown>>, [moment, id]: TableKey): Position {
    const nameOf = (sql: string, i: number): string =>
      sql === moment ? "moment" : sql === id ? "id" : `position_${i}`;
    return this.terms.map(({ sql }, i) => row[nameOf(sql, i)] as Param);
  }

  /** The condition for what comes after a position. */
  after(position: Position, parameters: Parameters): string {
    const alternatives: string[] = [];
    const same: string[] = [];
    for (const [i, { sql, type, isNullable, isDescending }] of this.terms.entries()) {
      const value = position[i] ?? null;
      // Null is last, so no value of this term comes after it.
      if (value === null) {
        same.push(`isNull(${sql})`);
        continue;
      }
      const placeholder = parameters.add(value, parameterTypes[type]);
      const beyond = `${sql} ${isDescending ? "<" : ">"} ${placeholder}`;
      const later = isNullable ? `(${beyond} OR isNull(${sql}))` : beyond;
      alternatives.push(`(${[...same, later].join(" AND ")})`);
      same.push(`${sql} = ${placeholder}`);
    }
    return `(${alternatives.join(" OR ")})`;
  }
}
