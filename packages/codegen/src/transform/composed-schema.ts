import type { SchemaKeywords } from "../document/openapi.ts";
import { typedKeywords } from "../prepare/vocabulary.ts";
import { call } from "../print/code.ts";
import type { Code } from "../print/code.ts";
import { conjunctsOf } from "./conjuncts.ts";
import type { SchemaKind, SchemaScope, ZodParts } from "./schema-kind.ts";

/**
 * A schema with several parts, such as a `$ref` with keywords beside it or an object with an
 * `anyOf`. It becomes an intersection, which checks each part on its own.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-7.7.1
 */
export const composedSchema: SchemaKind = {
  name: "a schema of several parts",
  keywords: [
    "$ref",
    "enum",
    "const",
    "allOf",
    "anyOf",
    "oneOf",
    "discriminator",
    ...Object.values(typedKeywords).flat(),
  ],
  zod(schema: SchemaKeywords, scope: SchemaScope): ZodParts {
    const codes = conjunctsOf(schema).map((part) => scope.zod(part.schema, ...part.at));
    const [first = "z.unknown()", ...others] = codes;
    const code = others.reduce<Code>((left, right) => call("z.intersection", left, right), first);
    return { code };
  },
};
