import { InvalidInput } from "../../refusals/refusal.ts";
import { shortTextSql } from "./dynamic-field.ts";
import { describe, type Expression, truth } from "./expression.ts";
import type { Target } from "./node.ts";

/** Converts a value to another type; null if that is not possible. */
export function convert(input: Expression, to: Target): Expression {
  if (to === "exists") return exists(input);
  if (input.type === "null") return input;
  if (input.type === "strings" || input.type === "structure") {
    throw new InvalidInput(`$convert takes single values, not ${describe(input)}.`);
  }
  const name = `${input.name} as ${to}`;
  if (to === "string") {
    return { name, type: "string", isNullable: input.isNullable, sql: toText(input) };
  }
  const given = withShortText(input);
  switch (to) {
    case "double":
      return { name, type: "number", isNullable: true, sql: toDouble(given) };
    case "int":
      return { name, type: "number", isNullable: true, sql: toInt(given) };
    default:
      return { name, type: "boolean", isNullable: true, sql: toBool(given) };
  }
}

/** A text that may be a number or a truth value: a longer one is neither. */
function withShortText(input: Expression): Expression {
  if (input.dynamic) {
    const { name, dynamic } = input;
    return { name, type: "string", isNullable: false, sql: dynamic.shortText() };
  }
  return input.type === "string" ? { ...input, sql: shortTextSql(input.sql) } : input;
}

function exists(input: Expression): Expression {
  if (input.type === "null") return truth("false", false);
  if (input.dynamic) return truth(input.dynamic.exists(), false);
  return truth(input.isNullable ? `isNotNull(${input.sql})` : "true", false);
}

function toDouble({ type, sql }: Expression): string {
  if (type === "string") return textToDouble(sql);
  if (type === "instant") return `(toUnixTimestamp64Micro(${sql}) / 1000000)`;
  return `toFloat64(${sql})`;
}

/**
 * Decimal numbers, with a sign, a fraction and an exponent if they have them. The engine also reads
 * `inf` and `nan`, and it reads a number beyond the doubles as infinite.
 */
function textToDouble(sql: string): string {
  const number = `toFloat64OrNull(${sql})`;
  return `if(isFinite(${number}), ${number}, NULL)`;
}

/** Whole numbers only: `5.5` is null rather than 5. */
function toInt(input: Expression): string {
  const { type, sql } = input;
  if (type === "string") return `toInt64OrNull(${sql})`;
  const number = toDouble(input);
  return `if(${number} = trunc(${number}), accurateCastOrNull(${number}, 'Int64'), NULL)`;
}

/** Reads `true` and `false`, and whole numbers from 0 to 255, where 0 is false. */
function toBool(input: Expression): string {
  const { type, sql } = input;
  if (type === "boolean") return sql;
  if (type !== "string") return `(accurateCastOrNull(${toDouble(input)}, 'UInt8') != 0)`;
  const byte = `toUInt8OrNull(${sql})`;
  return `multiIf(${sql} = 'true', true, ${sql} = 'false', false, ${byte} != 0)`;
}

function toText({ type, sql, isNullable }: Expression): string {
  if (type === "boolean") {
    const text = `if(${sql}, 'true', 'false')`;
    return isNullable ? `if(isNull(${sql}), NULL, ${text})` : text;
  }
  if (type === "instant") return instantText(sql);
  return type === "string" || type === "dynamic" ? sql : `toString(${sql})`;
}

/** The format of answers: UTC, with microseconds only if they are not zero. */
function instantText(sql: string): string {
  const micros = `(toUnixTimestamp64Micro(${sql}) % 1000000)`;
  const fraction = `if(${micros} = 0, '', concat('.', leftPad(toString(${micros}), 6, '0')))`;
  return `concat(formatDateTime(${sql}, '%Y-%m-%dT%H:%i:%S'), ${fraction}, 'Z')`;
}
