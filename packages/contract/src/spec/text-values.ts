import { resolve, type Document, type Schema } from "./document.ts";
import type { Judge, Verdict } from "./judge.ts";

/**
 * The verdict on a text in a path, a query or a header: on the first reading that the schema takes.
 */
export function textVerdict(
  { document, judge }: { readonly document: Document; readonly judge: Judge },
  schema: Schema,
  text: string,
): Verdict {
  const verdicts = readings(document, schema, text).map((value) => judge.judge(schema, value));
  return verdicts.find(({ valid }) => valid) ?? verdicts[0] ?? { valid: true, because: "" };
}

function readings(document: Document, given: Schema, text: string): unknown[] {
  const schema = resolve(document, given);
  const branches = schema.anyOf ?? schema.oneOf ?? [];
  const types = [schema, ...branches.map((one) => resolve(document, one))].flatMap(
    ({ type = [] }) => type,
  );
  const found: unknown[] = [text];
  if (types.some((type) => type === "integer" || type === "number") && text.trim() !== "") {
    found.unshift(Number(text));
  }
  if (types.includes("boolean")) found.unshift(text === "true" || (text !== "false" && text));
  if (types.includes("null") && text === "") found.unshift(null);
  return found;
}
