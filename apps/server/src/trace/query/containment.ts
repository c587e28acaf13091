import { InvalidInput } from "../../refusals/refusal.ts";
import { foldCase, foldedSql, isCaseless } from "./case-folding.ts";
import { needleOf } from "./dynamic-field.ts";
import { describe, type Expression, truth } from "./expression.ts";
import type { Parameters } from "./parameters.ts";

/**
 * Whether the text of `input` contains `substring`, or a list that has entries contains it as an
 * entry; false if either is null.
 */
export function containment(
  input: Expression,
  substring: Expression,
  ignoresCase: boolean,
  parameters: Parameters,
): Expression {
  if (input.type === "null" || substring.type === "null") return truth("false", false);
  if (input.hasEntries === true) return entry(input, substring, ignoresCase, parameters);
  for (const side of [input, substring]) {
    if (side.type === "string" || side.dynamic) continue;
    throw new InvalidInput(`$contains takes text, not ${describe(side)}. Use $convert.`);
  }
  const { literal } = substring;
  const found =
    typeof literal === "string"
      ? containsText(input, literal, ignoresCase && !isCaseless(literal), parameters)
      : contains(input.sql, substring.sql, ignoresCase);
  const isNullable = input.isNullable || substring.isNullable;
  return truth(isNullable ? `ifNull(${found}, false)` : found, false);
}

function entry(
  list: Expression,
  sought: Expression,
  ignoresCase: boolean,
  parameters: Parameters,
): Expression {
  const { literal } = sought;
  if (typeof literal !== "string") {
    throw new InvalidInput(`$contains of ${list.name} takes a literal text as substr.`);
  }
  if (!ignoresCase || isCaseless(literal)) return truth(`has(${list.sql}, ${sought.sql})`, false);
  const folded = foldCase(literal);
  const isSame = `${foldedSql("one", folded.includes("σ"))} = ${parameters.add(folded, "String")}`;
  return truth(`arrayExists(one -> ${isSame}, ${list.sql})`, false);
}

function contains(haystack: string, needle: string, ignoresCase: boolean): string {
  const [text, part] = ignoresCase ? [foldedSql(haystack), foldedSql(needle)] : [haystack, needle];
  return `(position(${text}, ${part}) > 0)`;
}

function containsText(
  input: Expression,
  text: string,
  ignoresCase: boolean,
  parameters: Parameters,
): string {
  const haystack = input.dynamic ? input.dynamic.text(needleOf(text, ignoresCase)) : input.sql;
  const needle = ignoresCase ? foldCase(text) : text;
  const folded = ignoresCase ? foldedSql(haystack, needle.includes("σ")) : haystack;
  return `(position(${folded}, ${parameters.add(needle, "String")}) > 0)`;
}
