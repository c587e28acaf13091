import { InvalidInput } from "../../refusals/refusal.ts";
import { alongside } from "./alongside.ts";
import { isPlainText } from "./dynamic-field.ts";
import { describe, type Expression, truth, unknownSql } from "./expression.ts";
import { momentOf, momentSql } from "./moment.ts";
import type { Comparison } from "./node.ts";
import type { Parameters } from "./parameters.ts";

const operators: Readonly<Record<Comparison, string>> = {
  $eq: "=",
  $gt: ">",
  $gte: ">=",
  $lt: "<",
  $lte: "<=",
};

/**
 * Compares two expressions of one type; texts byte by byte. If a side is null, the result is null,
 * but `$eq` with the literal null checks whether the other side is null or missing. A dynamic value
 * takes the type of a literal on the other side.
 */
export function compare(
  operator: Comparison,
  left: Expression,
  right: Expression,
  parameters: Parameters,
): Expression {
  if (left.type === "null" || right.type === "null") {
    return operator === "$eq"
      ? isNull(left.type === "null" ? right : left)
      : truth(unknownSql, true);
  }
  const isEquality = operator === "$eq";
  const same = isEquality ? (sameText(left, right) ?? sameText(right, left)) : undefined;
  if (same !== undefined) return truth(same, false);
  const [a, b] = [
    alongside(left, right, isEquality, parameters),
    alongside(right, left, isEquality, parameters),
  ];
  if ((left.dynamic ?? right.dynamic) && isMixed(a, b)) return truth(unknownSql, true);
  const [from, to] = aligned(a, b, parameters);
  return truth(`(${from} ${operators[operator]} ${to})`, a.isNullable || b.isNullable);
}

/** Whether a dynamic value is a literal text, if its field knows a cheap way to tell. */
function sameText({ dynamic }: Expression, { literal }: Expression): string | undefined {
  return typeof literal === "string" && isPlainText(literal) ? dynamic?.is?.(literal) : undefined;
}

function isNull(expression: Expression): Expression {
  if (expression.type === "null") return truth("true", false);
  if (expression.dynamic) return truth(`(NOT ${expression.dynamic.exists()})`, false);
  return truth(expression.isNullable ? `isNull(${expression.sql})` : "false", false);
}

/** Whether a text meets a number: a dynamic value is a text if nothing says otherwise. */
function isMixed(a: Expression, b: Expression): boolean {
  const types = [a.type, b.type];
  return types.includes("string") && (types.includes("number") || types.includes("boolean"));
}

/** Both sides as SQL of one type. */
function aligned(
  left: Expression,
  right: Expression,
  parameters: Parameters,
): [left: string, right: string] {
  if (left.type === "instant" && right.literal !== undefined) {
    return [left.sql, momentSql(momentOf(right, left.name), parameters)];
  }
  if (right.type === "instant" && left.literal !== undefined) {
    return [momentSql(momentOf(left, right.name), parameters), right.sql];
  }
  if (!comparable(left, right)) {
    throw new InvalidInput(
      `${describe(left)} cannot be compared with ${describe(right)}. ` +
        "Use a literal of the same type, or $convert.",
    );
  }
  return [left.sql, right.sql];
}

/** Whether the store can compare the two without a conversion; it treats booleans as numbers. */
export function comparable(left: Expression, right: Expression): boolean {
  const [a, b] = [left, right].map(({ type }) => (type === "boolean" ? "number" : type));
  return a === b && a !== "strings" && a !== "structure";
}
