import type { z } from "@hono/zod-openapi";
import { isRawJson } from "./raw-json-schemas.ts";
import type { SchemaPart, SchemaReader } from "./unnamed-members.ts";

type Part = SchemaPart<z.ZodType>;

/**
 * The definition of a schema, with the members that its kind has. Zod publishes one type for each
 * kind; generated schemas are typed as `z.ZodType`, so only `type` tells the kind.
 */
interface Definition {
  readonly type: string;
  readonly shape: Readonly<Record<string, z.ZodType>>;
  readonly catchall?: z.ZodType;
  readonly valueType: z.ZodType;
  readonly element: z.ZodType;
  readonly items: readonly z.ZodType[];
  readonly rest: z.ZodType | null;
  readonly options: readonly z.ZodType[];
  readonly left: z.ZodType;
  readonly right: z.ZodType;
  readonly innerType: z.ZodType;
  readonly out: z.ZodType;
  getter(): z.ZodType;
}

/**
 * Reads the schemas that `heddle-codegen` makes. It writes an object that does not mention other
 * members as a loose one (its catch-all is `unknown`), and an object that is open by word with the
 * catch-all `any`.
 */
export const zodReader: SchemaReader<z.ZodType> = {
  read(schema) {
    return isRawJson(schema) ? [] : partsOf(schema.def as unknown as Definition);
  },
  fits: (schema, value) => schema.safeParse(value).success,
};

function partsOf(definition: Definition): readonly Part[] {
  switch (definition.type) {
    case "object":
      return [objectOf(definition)];
    case "record":
      return [{ kind: "object", member: () => [definition.valueType] }];
    case "array":
      return [{ kind: "list", item: () => [definition.element] }];
    case "tuple":
      return [tupleOf(definition)];
    case "union":
      return [{ kind: "branches", branches: definition.options }];
    case "intersection":
      return [also(definition.left), also(definition.right)];
    case "lazy":
      return [also(definition.getter())];
    case "optional":
    case "nullable":
      return [also(definition.innerType)];
    case "pipe":
      return [also(definition.out)];
    default:
      return [];
  }
}

function also(schema: z.ZodType): Part {
  return { kind: "also", schema };
}

function objectOf({ shape, catchall }: Definition): Part {
  const rest = catchall?.type;
  const isClosed = rest === undefined || rest === "unknown" || rest === "never";
  return {
    kind: "object",
    member(name) {
      const own = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (own) return [own];
      return isClosed || !catchall ? undefined : [catchall];
    },
  };
}

function tupleOf({ items, rest }: Definition): Part {
  return {
    kind: "list",
    item(index) {
      const schema = items[index] ?? rest;
      return schema ? [schema] : [];
    },
  };
}
