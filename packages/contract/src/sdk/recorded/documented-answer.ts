import { expect } from "vitest";
import type { Answer } from "../../conformance/answer.ts";
import { mediaTypeOf, violations } from "../../conformance/conformance.ts";
import { responseOf } from "../../spec/document.ts";
import { serviceNamed } from "../../spec/services.ts";

const service = serviceNamed("trace");
const schemas = await service.schemas();

/** The values in a good answer: one, or those of a stream. Fails if the spec does not allow them. */
export function documentedValues(path: string, answer: Answer): unknown[] {
  const text = answer.body.toString();
  expect(answer.status, `${path}: ${text.slice(0, 500)}`).toBe(200);
  const operation = operationAt(path);
  expect(violations(service, operation, answer)).toEqual([]);
  const mediaType = mediaTypeOf(answer.headers);
  const media = responseOf(service.document, operation, 200)?.content?.[mediaType];
  const items = mediaType === "application/jsonl" ? text.split("\n").filter(Boolean) : [text];
  const name = media?.schema?.$ref?.split("/").at(-1) ?? "";
  const schema = schemas[name];
  if (schema === undefined) throw new Error(`the kit has no schema ${name} for ${path}`);
  return items.map((item) => {
    const value = JSON.parse(item) as unknown;
    expect(schema.safeParse(value).error, `${path}: ${item.slice(0, 500)}`).toBeUndefined();
    return value;
  });
}

function operationAt(path: string): Parameters<typeof violations>[1] {
  const found = service.operations.find(({ path: template, method }) => {
    const pattern = template.replaceAll(/\{[^}]+\}/g, "[^/]+");
    return method === "post" && new RegExp(`^${pattern}$`).test(path);
  });
  if (found === undefined) throw new Error(`the spec has no POST ${path}`);
  return found.operation;
}
