import { convert } from "./convert.ts";
import type { DynamicField } from "./dynamic-field.ts";
import { fieldExpression } from "./expression.ts";
import type { OrderTerm } from "./order.ts";

/** Characters of a text that count in an order; they become the position of a page. */
export const orderedCharacters = 1_000;

/**
 * The terms of the order by a dynamic field: numbers first, then other values by their text, and
 * missing values and null last, in both directions.
 */
export function dynamicTerms(field: DynamicField, isDescending: boolean): OrderTerm[] {
  const number = convert(fieldExpression(field, ""), "double").sql;
  const text = `substringUTF8(${field.text()}, 1, ${orderedCharacters})`;
  return [
    {
      sql: `toUInt8(${field.exists()})`,
      type: "number",
      isNullable: false,
      isDescending: true,
    },
    { sql: number, type: "double", isNullable: true, isDescending },
    { sql: text, type: "string", isNullable: false, isDescending },
  ];
}
