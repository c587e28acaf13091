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
 * The clauses for candidates of a selection. The engine first reads only the columns of what was
 * asked: the project would be read for every row, although the key leads to the rows of the project
 * anyway. Without `isExact`, a condition on payloads lets rows pass whose columns do not tell whether
 * they match; then {@link DeepCondition.whole} must be checked where the payload is read.
 */
export function whereOf(
  { light, deep, beside }: Selection,
  more: readonly string[] = [],
  isExact: boolean = true,
): string {
  const [project, ...asked] = light;
  const first = [...asked, ...more];
  const then = [project];
  if (deep) {
    // A deleted row has no leaves. It would lead the engine to the payloads around it.
    first.push(`(${deep.unknown} OR ${deep.leaves})`, "is_deleted = 0", ...deep.near);
    if (isExact) then.push(deep.whole);
  } else {
    then.push("is_deleted = 0");
  }
  // A `PREWHERE` cannot read what is joined; the engine moves the other conditions there itself.
  if (beside)
    return `${beside.sql} WHERE ${[...first, ...then, ...beside.conditions].join(" AND ")}`;
  const where = `WHERE ${then.join(" AND ")}`;
  return first.length === 0 ? where : `PREWHERE ${first.join(" AND ")} ${where}`;
}

/** The clause for merged rows: the engine would apply a `PREWHERE` before it merges them. */
export function mergedWhereOf(selection: Selection, more: readonly string[] = []): string {
  const { light, deep, beside } = selection;
  const inPayloads = deep ? [...deep.near, deep.whole] : [];
  const conditions = [...light, ...more, ...inPayloads, ...(beside?.conditions ?? [])];
  return `${beside ? `${beside.sql} ` : ""}WHERE ${conditions.join(" AND ")}`;
}
