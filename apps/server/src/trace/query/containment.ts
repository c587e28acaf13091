import { InvalidInput } from "../../refusals/refusal.ts";
import { describe, type Expression, truth } from "./expression.ts";

/** Whether the text of `input` contains `substring`; false if either is null. */
export function containment(
  input: Expression,
  substring: Expression,
  ignoresCase: boolean,
): Expression {
  if (input.type === "null" || substring.type === "null") return truth("false", false);
  for (const side of [input, substring]) {
    if (side.type === "string") continue;
    throw new InvalidInput(`$contains takes text, not ${describe(side)}. Use $convert.`);
  }
  const [haystack, needle] = [input, substring].map(({ sql }) =>
    ignoresCase ? `lowerUTF8(${sql})` : sql,
  );
  const found = `(position(${haystack}, ${needle}) > 0)`;
  const isNullable = input.isNullable || substring.isNullable;
  return truth(isNullable ? `ifNull(${found}, false)` : found, false);
}
