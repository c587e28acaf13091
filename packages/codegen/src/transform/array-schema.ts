import type { SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import { SpecError } from "../document/spec-error.ts";
import { call, list } from "../print/code.ts";
import type { Code } from "../print/code.ts";
import { check, later } from "./general-checks.ts";
import type { SchemaKind, SchemaScope, ZodParts } from "./schema-kind.ts";
import { typesOf } from "./types-of.ts";

const contents: readonly string[] = ["uniqueItems", "contains", "minContains", "maxContains"];

/**
 * Arrays of any length.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1.2
 */
export const arraySchema: SchemaKind = {
  name: "an array",
  keywords: ["items", "minItems", "maxItems", ...contents],
  zod(schema: SchemaKeywords, scope: SchemaScope): ZodParts {
    const { items = true, minItems, maxItems } = schema;
    const checks: Code[] = [call("z.array", scope.zod(items, "items"))];
    if (minItems !== undefined) checks.push(`.min(${minItems})`);
    if (maxItems !== undefined) checks.push(`.max(${maxItems})`);
    return withContents({ code: checks }, schema, scope);
  },
};

/**
 * Arrays whose first items have their own schemas. Items beyond `minItems` may be missing.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1.1
 */
export const tupleSchema: SchemaKind = {
  name: "a tuple",
  keywords: ["prefixItems", "items", "minItems", "maxItems", ...contents],
  zod(schema: SchemaKeywords, scope: SchemaScope): ZodParts {
    const { prefixItems = [], items = true, minItems = 0, maxItems } = schema;
    if (scope.context.isStrict && minItems !== prefixItems.length) {
      throw new SpecError(scope.pointer, `needs minItems: ${prefixItems.length}, as prefixItems`);
    }
    const isClosed = items === false || (maxItems ?? Infinity) <= prefixItems.length;
    const parts = prefixItems.map((item, index): Code => {
      const code = scope.zod(item, "prefixItems", index);
      return index < minItems ? code : [code, ".optional()"];
    });
    const rest = isClosed ? [] : [scope.zod(items, "items")];
    const code: Code[] = [call("z.tuple", list(parts), ...rest)];
    if (minItems > prefixItems.length) code.push(lengthCheck(">=", minItems, "at least"));
    const isBound = maxItems !== undefined && maxItems !== prefixItems.length;
    if (isBound) code.push(lengthCheck("<=", maxItems, "at most"));
    const described = { minItems: schema.minItems, maxItems };
    const metadata = { ...described, ...(items === true ? {} : { items }) };
    return withContents({ code, metadata }, schema, scope);
  },
};

function lengthCheck(operator: string, bound: number, words: string): Code {
  const condition = `(items) => items.length ${operator} ${bound}`;
  return call(".refine", condition, JSON.stringify(`must have ${words} ${bound} items`));
}

/** Adds the rules for all items together. */
function withContents(parts: ZodParts, schema: SchemaKeywords, scope: SchemaScope): ZodParts {
  const { uniqueItems = false, items = true } = schema;
  const { contains, minContains = 1, maxContains } = schema as Contents;
  const code: Code[] = [parts.code];
  let { metadata } = parts;
  if (uniqueItems) {
    metadata = { ...metadata, uniqueItems };
    code.push(uniqueCheck(schema.prefixItems === undefined ? items : true, scope));
  }
  if (contains !== undefined) {
    metadata = { ...metadata, contains, minContains: schema["minContains"], maxContains };
    const bounds = [String(minContains), ...(maxContains === undefined ? [] : [`${maxContains}`])];
    code.push(check("contains", later(contains, scope, "contains"), ...bounds));
  }
  if (code.length === 1) return parts;
  return { code, ...(metadata === undefined ? {} : { metadata }) };
}

interface Contents {
  readonly contains?: SchemaObject;
  readonly minContains?: number;
  readonly maxContains?: number;
}

function uniqueCheck(items: SchemaObject, scope: SchemaScope): Code {
  const schema = scope.context.resolve<SchemaObject>(items, scope.pointer);
  const types = typeof schema === "object" ? typesOf(schema) : [];
  const areScalars = types.length > 0 && !types.includes("object") && !types.includes("array");
  if (!areScalars) return check("unique");
  const message = JSON.stringify("must not repeat an item");
  return call(".refine", "(items) => new Set(items).size === items.length", message);
}
