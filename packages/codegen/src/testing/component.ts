import type { z } from "zod";

/** Stands for the kit's `component`. */
export function component(_name: string, schema: unknown): z.ZodObject {
  return schema as z.ZodObject;
}
