import type { Literal } from "./node.ts";

/** The JSON text of a literal list or map as the engine prints such a value of a payload. */
export function literalText(literal: Literal): string {
  if (typeof literal === "number") return String(literal).replace("e+", "e");
  if (typeof literal !== "object" || literal === null) {
    return JSON.stringify(literal).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  }
  if (Array.isArray(literal))
    return `[${literal.map((item: Literal) => literalText(item)).join(",")}]`;
  const members = Object.entries(literal as Readonly<Record<string, Literal>>);
  return `{${members.map(([name, value]) => `${literalText(name)}:${literalText(value)}`).join(",")}}`;
}
