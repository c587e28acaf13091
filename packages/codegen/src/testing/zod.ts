import { z } from "zod";

/**
 * Replaces `@hono/zod-openapi`, on which this package does not depend. Its `openapi()` describes a
 * schema for the document and does not change which values the schema accepts.
 */
Object.defineProperty(z.ZodType.prototype, "openapi", {
  configurable: true,
  // Zod copies the enumerable members of its prototype to each schema.
  enumerable: true,
  value(this: z.ZodType): z.ZodType {
    return this;
  },
});

export { z };
