import type { z } from "@hono/zod-openapi";
import { isRawJson, markRawJson } from "./respond/raw-json-schemas.ts";

/**
 * Names a schema for the OpenAPI document and erases its type.
 *
 * Inferred schema types cost the compiler seconds and are never read: handlers take their types
 * from `@heddle/types`. The result type is what the declaration says (`z.ZodObject` for objects,
 * since discriminated unions ask for it), or `z.ZodType`.
 *
 * @example
 * export const Call: z.ZodObject = component("Call", z.looseObject({ id: z.string() }));
 */
// oxlint-disable-next-line no-unnecessary-type-parameters -- the declaration decides, not the argument
export function component<Erased extends z.ZodType = z.ZodType>(
  name: string,
  schema: unknown,
): Erased {
  const named = (schema as z.ZodType).openapi(name);
  return (isRawJson(schema as z.ZodType) ? markRawJson(named) : named) as Erased;
}
