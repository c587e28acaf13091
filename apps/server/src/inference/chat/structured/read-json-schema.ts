import { InvalidParameter } from "../../../refusals/invalid-parameter.ts";

/**
 * A JSON schema that came as a value or as text.
 *
 * @throws InvalidParameter where it is no schema; the engine checks what it says
 */
export function readJsonSchema(value: unknown, param: string): unknown {
  const schema = typeof value === "string" ? readJson(value, param) : value;
  const isSchema = typeof schema === "boolean" || isRecord(schema);
  if (isSchema) return schema;
  throw new InvalidParameter(param, `${param} must be a JSON schema: an object.`);
}

/** @throws InvalidParameter where the text is no JSON */
export function readJson(text: string, param: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What the parser says quotes the text, which may be long.
    throw new InvalidParameter(param, `${param} is not valid JSON.`);
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
