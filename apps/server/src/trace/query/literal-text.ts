import { engineString } from "../json-text/engine-string.ts";
import type { Literal } from "./node.ts";

/** The JSON text of a literal list or map as the engine prints such a value of a payload. */
export function literalText(literal: Literal): string {
  if (typeof literal === "string") return engineString(literal);
  if (typeof literal === "number") return String(literal).replace("e+", "e");
  if (typeof literal !== "object" || literal === null) return String(literal);
  if (Array.isArray(literal)) return `[${literal.map(literalText).join(",")}]`;
  const members = Object.entries(literal as Readonly<Record<string, Literal>>);
  return `{${members.map(([name, value]) => `${engineString(name)}:${literalText(value)}`).join(",")}}`;
}
