import type { ParameterType } from "../exchange.ts";

/** A value as a call holds it. */
export type Argument = string | number | boolean | readonly string[];

/** What was written as the value that a parameter of this type takes. */
export function argumentOf(said: string, type: ParameterType): Argument {
  if (type === "integer" || type === "number") return Number(said);
  if (type === "boolean") return said === "on" || said === "true";
  return type === "array" ? said.split(/, | and /) : said;
}
