import type { SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import { SpecError } from "../document/spec-error.ts";
import { call, list } from "../print/code.ts";
import type { Code } from "../print/code.ts";
import type { SchemaKind, SchemaScope, ZodParts } from "./schema-kind.ts";
import { typesOf } from "./types-of.ts";

/**
 * Arrays of any length.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1.2
 */
export const arraySchema: SchemaKind = {
  name: "an array",
  keywords: ["items", "minItems", "maxItems", "uniqueItems"],
  zod(schema: SchemaKeywords, scope: SchemaScope): ZodParts {
    const { items = true, minItems, maxItems, uniqueItems = false } = schema;
    const checks: Code[] = [call("z.array", scope.zod(items, "items"))];
    if (minItems !== undefined) checks.push(`.min(${minItems})`);
    if (maxItems !== undefined) checks.push(`.max(${maxItems})`);
    if (!uniqueItems) return { code: checks };
    assertScalars(items, scope);
    const message = JSON.stringify("must not repeat an item");
    checks.push(call(".refine", "(items) => new Set(items).size === items.length", message));
    return { code: checks, metadata: { uniqueItems } };
  },
};

/**
 * Arrays whose first items have schemas of their own. All of these must be there.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1.1
 */
export const tupleSchema: SchemaKind = {
  name: "a tuple",
  keywords: ["prefixItems", "items", "minItems", "maxItems"],
  zod(schema: SchemaKeywords, scope: SchemaScope): ZodParts {
    const { prefixItems = [], items = true, minItems, maxItems } = schema;
    if (minItems !== prefixItems.length) {
      throw new SpecError(scope.pointer, `needs minItems: ${prefixItems.length}, as prefixItems`);
    }
    const isClosed = items === false || maxItems === prefixItems.length;
    if (!isClosed && maxItems !== undefined) {
      throw new SpecError(scope.pointer, '"maxItems" beyond prefixItems is not supported');
    }
    const parts = prefixItems.map((item, index) => scope.zod(item, "prefixItems", index));
    const rest = isClosed ? [] : [scope.zod(items, "items")];
    const code = call("z.tuple", list(parts), ...rest);
    return { code, metadata: { minItems, maxItems, ...(items === true ? {} : { items }) } };
  },
};

function assertScalars(items: SchemaObject, scope: SchemaScope): void {
  const schema = scope.context.resolve<SchemaObject>(items, scope.pointer);
  const types = typeof schema === "object" ? typesOf(schema) : [];
  if (types.length > 0 && !types.includes("object") && !types.includes("array")) return;
  throw new SpecError(scope.pointer, '"uniqueItems" is supported for scalar items only');
}
