import { convert } from "./convert.ts";
import { type DynamicField, isShortText, needleOf } from "./dynamic-field.ts";
import type { Expression } from "./expression.ts";
import { literalText } from "./literal-text.ts";
import type { Parameters } from "./parameters.ts";
import { boundedText } from "./text-bound.ts";

/**
 * An operand as its comparison with another needs it. A dynamic value takes the type of a literal on
 * the other side, and is text beside everything else. A literal list or map is JSON text beside a
 * dynamic value.
 */
export function alongside(
  operand: Expression,
  other: Expression,
  isEquality: boolean,
  parameters: Parameters,
): Expression {
  if (operand.dynamic) return typedLike(operand, operand.dynamic, other, isEquality);
  if (!other.dynamic || operand.type !== "structure") return operand;
  return { ...operand, type: "string", sql: parameters.add(textOf(operand), "String") };
}

function typedLike(
  operand: Expression,
  field: DynamicField,
  other: Expression,
  isEquality: boolean,
): Expression {
  if (other.literal === undefined) return asText(operand, operand.sql);
  switch (other.type) {
    case "number":
      return { ...convert(operand, "double"), name: operand.name };
    case "boolean":
      return { ...convert(operand, "bool"), name: operand.name };
    default:
      return asText(operand, isEquality ? equalling(field, [textOf(other)]) : operand.sql);
  }
}

/** The text of a field for a comparison with texts that looks only for an equal one. */
export function equalling(field: DynamicField, texts: readonly string[]): string {
  if (texts.every(isShortText)) return field.shortText();
  const [text] = texts;
  return texts.length === 1 && text ? field.text(needleOf(text, false)) : field.text();
}

/** The text of a literal that is compared with a dynamic value. */
export function textOf({ literal }: Expression): string {
  return typeof literal === "string" ? literal : boundedText(literalText(literal ?? null));
}

export function asText({ name }: Expression, sql: string): Expression {
  return { name, type: "string", isNullable: false, sql };
}
