import type { Parameters } from "./parameters.ts";

/** Conditions that must all hold. */
export interface Selection {
  readonly parameters: Parameters;
  /** Conditions that read no payloads; the first is the one on the project. */
  readonly light: readonly string[];
  /** A condition on values in payloads. */
  readonly deep?: DeepCondition | undefined;
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
  { light, deep }: Selection,
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
  const where = `WHERE ${then.join(" AND ")}`;
  return first.length === 0 ? where : `PREWHERE ${first.join(" AND ")} ${where}`;
}

/** The clause for merged rows: the engine would apply a `PREWHERE` before it merges them. */
export function mergedWhereOf({ light, deep }: Selection, more: readonly string[] = []): string {
  return `WHERE ${[...light, ...more, ...(deep ? [...deep.near, deep.whole] : [])].join(" AND ")}`;
}
