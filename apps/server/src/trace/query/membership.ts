import { InvalidInput } from "../../refusals/refusal.ts";
import { asText, equalling, textOf } from "./alongside.ts";
import { comparable, compare } from "./compare.ts";
import { convert } from "./convert.ts";
import type { DynamicField } from "./dynamic-field.ts";
import { describe, type Expression, truth, unknownSql } from "./expression.ts";
import { numberType } from "./literal.ts";
import { momentOf } from "./moment.ts";
import type { Parameters } from "./parameters.ts";

/**
 * Whether one of the candidates equals the left side. If the left side is null, the result is null;
 * for an empty list it is false. A null candidate equals nothing. Literals become one list.
 */
export function membership(
  left: Expression,
  candidates: readonly Expression[],
  parameters: Parameters,
): Expression {
  if (candidates.length === 0) return truth("false", false);
  if (left.type === "null") return truth(unknownSql, true);
  const literals = candidates.filter(
    ({ literal, type }) => literal !== undefined && type !== "null",
  );
  const others = candidates.filter(({ literal }) => literal === undefined);
  const conditions = [
    ...(literals.length > 0 ? matches(left, literals, parameters) : []),
    ...others.map((candidate) => compare("$eq", left, candidate, parameters)),
  ];
  const found = any(conditions);
  // In ClickHouse `NULL IN (…)` is false.
  if (!left.isNullable) return found;
  return truth(`if(isNull(${left.sql}), NULL, ${found.sql})`, true);
}

function matches(
  left: Expression,
  literals: readonly Expression[],
  parameters: Parameters,
): Expression[] {
  return left.dynamic
    ? dynamicOneOf(left, left.dynamic, literals, parameters)
    : [oneOf(left, literals, parameters)];
}

/**
 * A dynamic value takes the type of the literals if they have one type together. Otherwise it is
 * text, which can only equal the texts among them.
 */
function dynamicOneOf(
  left: Expression,
  field: DynamicField,
  literals: readonly Expression[],
  parameters: Parameters,
): Expression[] {
  const texts = literals.filter(({ type }) => type === "string" || type === "structure");
  const [first] = literals;
  if (texts.length === 0 && literals.every(({ type }) => type === first?.type)) {
    const typed = convert(left, first?.type === "boolean" ? "bool" : "double");
    const found = oneOf(typed, literals, parameters);
    // In ClickHouse `NULL IN (…)` is false.
    return [truth(`if(isNull(${typed.sql}), NULL, ${found.sql})`, true)];
  }
  const found = texts.map(textOf);
  const mixed = found.length < literals.length ? [truth(unknownSql, true)] : [];
  if (found.length === 0) return mixed;
  const text = asText(left, equalling(field, found));
  const list = parameters.addList(found, "Array(String)");
  return [truth(`(${text.sql} IN ${list})`, false), ...mixed];
}

function any(conditions: readonly Expression[]): Expression {
  const [first, ...rest] = conditions;
  if (!first) return truth("false", false);
  if (rest.length === 0) return first;
  return truth(
    `or(${conditions.map(({ sql }) => sql).join(", ")})`,
    conditions.some(({ isNullable }) => isNullable),
  );
}

function oneOf(
  left: Expression,
  literals: readonly Expression[],
  parameters: Parameters,
): Expression {
  if (left.type === "instant") {
    const moments = literals.map((one) => momentOf(one, left.name));
    const list = parameters.add(moments, "Array(Int64)");
    return truth(`(toUnixTimestamp64Micro(${left.sql}) IN ${list})`, left.isNullable);
  }
  const stranger = literals.find((one) => !comparable(left, one));
  if (stranger) {
    throw new InvalidInput(
      `${describe(left)} cannot be in a list with ${describe(stranger)}. ` +
        "Use literals of the same type, or $convert.",
    );
  }
  return truth(`(${left.sql} IN ${list(literals, parameters)})`, left.isNullable);
}

function list(literals: readonly Expression[], parameters: Parameters): string {
  if (literals[0]?.type === "string") {
    const texts = literals.map(({ literal }) => literal as string);
    return parameters.addList(texts, "Array(String)");
  }
  const numbers = literals.map(({ literal }) => Number(literal));
  const isWhole = numbers.every((value) => numberType(value) === "Int64");
  return parameters.add(numbers, isWhole ? "Array(Int64)" : "Array(Float64)");
}
