import { z } from "zod";

/**
 * Stands for `@hono/zod-openapi`, on which this package does not depend: its `openapi()` describes
 * a schema for the document and changes nothing about what the schema accepts.
 */
Object.defineProperty(z.ZodType.prototype, "openapi", {
  configurable: true,
  // Zod hands its prototype's enumerable members on to each schema.
  enumerable: true,
  value(this: z.ZodType): z.ZodType {
    return this;
  },
});

export { z };
