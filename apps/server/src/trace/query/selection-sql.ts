import type { Parameters } from "./parameters.ts";

/** Conditions that must all hold. */
export interface Selection {
  readonly parameters: Parameters;
  /** Conditions that read no payloads; the first is the one on the project. */
  readonly light: readonly string[];
  /** A condition on values in payloads. */
  readonly deep?: DeepCondition | undefined;
  /** Rows of other tables that the conditions or the order need. */
  readonly beside?: Beside | undefined;
}

/** Rows of other tables, joined with the rows of a selection. */
export interface Beside {
  /** The clauses after the name of the table. */
  readonly sql: string;
  /** Conditions that read columns of them. They must hold, too. */
  readonly conditions: readonly string[];
  /** Settings that reading them needs. */
  readonly settings?: Readonly<Record<string, number>>;
}

/**
 * A condition on values in payloads. Small values are also in columns of their own, which are read
 * much faster.
 */
export interface DeepCondition {
  /** The condition over these columns only; wrong for some of the `unknown` rows. */
  readonly leaves: string;
  /** The condition that a row's columns do not tell all values. */
  readonly unknown: string;
  /** Conditions that hold for every match and are quicker to check than `whole`. */
  readonly near: readonly string[];
  /** The condition with values from the payloads where needed. */
  readonly whole: string;
}

/**
 * The clauses for a selection. The engine first reads only the columns of what was asked: the
 * project and `is_deleted` would be read for every row, although the key leads to the rows of the
 * project anyway. It reads payloads only near rows for which the columns of leaves are not enough,
 * or that match by them.
 */
export function whereOf(selection: Selection, more: readonly string[] = []): string {
  const { light, deep, beside } = selection;
  const [project, ...asked] = light;
  const first = [...asked, ...more];
  if (deep) first.push(`(${deep.unknown} OR ${deep.leaves})`, ...deep.near);
  const then = [project, "is_deleted = 0", ...(deep ? [deep.whole] : [])].join(" AND ");
  // A `PREWHERE` cannot read what is joined; the engine moves the other conditions there itself.
  if (beside) return `${beside.sql} WHERE ${[...first, then, ...beside.conditions].join(" AND ")}`;
  return first.length === 0 ? `WHERE ${then}` : `PREWHERE ${first.join(" AND ")} WHERE ${then}`;
}

/** The clause for merged rows: the engine would apply a `PREWHERE` before it merges them. */
export function mergedWhereOf(selection: Selection, more: readonly string[] = []): string {
  const { light, deep, beside } = selection;
  const inPayloads = deep ? [...deep.near, deep.whole] : [];
  const conditions = [...light, ...more, ...inPayloads, ...(beside?.conditions ?? [])];
  return `${beside ? `${beside.sql} ` : ""}WHERE ${conditions.join(" AND ")}`;
}
