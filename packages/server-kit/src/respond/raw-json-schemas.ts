import type { z } from "@hono/zod-openapi";

/** Schemas marked `x-raw-json`. A schema that a method of zod makes from one is not marked. */
const marked: WeakSet<z.ZodType> = new WeakSet();

/** Marks a schema, which must be one of its own: a shared one would be marked everywhere. */
export function markRawJson<Schema extends z.ZodType>(schema: Schema): Schema {
  marked.add(schema);
  return schema;
}

/** Whether a schema is marked. */
export function isRawJson(schema: z.ZodType): boolean {
  return marked.has(schema);
}
