import type { z } from "@hono/zod-openapi";

interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly getter?: () => z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly options?: readonly z.ZodType[];
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Text as a number where it is one; else as it came, for the schema to refuse. */
export function asNumber(text: string): number | string {
  return jsonNumber.test(text) ? Number(text) : text;
}

/** Text as a boolean where it is one; else as it came, for the schema to refuse. */
export function asBoolean(text: string): boolean | string {
  if (text === "true") return true;
  return text === "false" ? false : text;
}

/** The value that a text stands for where this schema is due: a number, a boolean or the text. */
export function coerceTo(schema: z.ZodType | undefined, text: string): unknown {
  switch (schema && core(schema).type) {
    case "number":
    case "int":
      return asNumber(text);
    case "boolean":
      return asBoolean(text);
    default:
      return text;
  }
}

/** The schema of an array's items. */
export function itemsOf(schema: z.ZodType): z.ZodType | undefined {
  return core(schema).element;
}

/** The schema of an object's member. */
export function memberOf(schema: z.ZodType | undefined, name: string): z.ZodType | undefined {
  const shape = schema && core(schema).shape;
  return shape && Object.hasOwn(shape, name) ? shape[name] : undefined;
}

/** Whether an array stands here. */
export function isArray(schema: z.ZodType | undefined): boolean {
  return schema !== undefined && core(schema).type === "array";
}

/** The definition under what makes a schema optional, nullable or lazy. */
function core(schema: z.ZodType): Definition {
  let definition = schema.def as unknown as Definition;
  for (;;) {
    const inner = definition.innerType ?? definition.getter?.();
    if (!inner) return definition;
    definition = inner.def;
  }
}
