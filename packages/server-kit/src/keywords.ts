import type { z } from "@hono/zod-openapi";
import { markRawJson } from "./respond/raw-json-schemas.ts";

/** Makes a schema on first use, so that it may refer to schemas declared later. */
type Later = () => z.ZodType;

/** What `superRefine` takes. */
type Check = (value: unknown, context: CheckContext) => void;

interface CheckContext {
  addIssue(issue: Issue): void;
}

interface Issue {
  readonly code: "custom";
  readonly message: string;
  readonly path: PropertyKey[];
  /** As zod's own type of an issue has it. */
  readonly [member: string]: unknown;
}

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Keywords that zod has no method for. Generated schemas add those of JSON Schema to zod's own
 * checks: `z.string().superRefine(keywords.not(() => Reserved))`.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core
 */
export const keywords = {
  /** `x-raw-json`: such a value is passed on as it came, so its members may have any names. */
  rawJson<Schema extends z.ZodType>(schema: Schema): Schema {
    return markRawJson(schema.openapi({ "x-raw-json": true }));
  },

  /** `not`. */
  not(schema: Later): Check {
    const matches = matcher(schema);
    return (value, context) => {
      if (matches(value)) context.addIssue(issue("must not match the schema under `not`"));
    };
  },

  /** `if`, `then`, `else`. */
  when(condition: Later, then: Later, otherwise: Later): Check {
    const matches = matcher(condition);
    const [holdsThen, holdsOtherwise] = [applied(then), applied(otherwise)];
    return (value, context) => {
      (matches(value) ? holdsThen : holdsOtherwise)(value, context);
    };
  },

  /** `enum` and `const` of values that are not scalars. */
  equal(values: readonly unknown[]): Check {
    const allowed = new Set(values.map(canonical));
    return (value, context) => {
      if (!allowed.has(canonical(value)))
        context.addIssue(issue("must be one of the listed values"));
    };
  },

  /** `uniqueItems` of any items. */
  unique(): Check {
    return (value, context) => {
      if (!Array.isArray(value)) return;
      const distinct = new Set(value.map(canonical));
      if (distinct.size < value.length) context.addIssue(issue("must not repeat an item"));
    };
  },

  /** `contains`, `minContains`, `maxContains`. */
  contains(schema: Later, least = 1, most: number = Number.POSITIVE_INFINITY): Check {
    const matches = matcher(schema);
    return (value, context) => {
      if (!Array.isArray(value)) return;
      const count = value.filter(matches).length;
      if (count >= least && count <= most) return;
      const bounds = most === Number.POSITIVE_INFINITY ? `${least}` : `${least} to ${most}`;
      context.addIssue(issue(`must contain ${bounds} items that match \`contains\``));
    };
  },

  /** `patternProperties`, and `additionalProperties` for the remaining names. */
  properties(
    names: readonly string[],
    patterns: readonly (readonly [pattern: RegExp, schema: Later])[],
    rest: Later,
  ): Check {
    const known = new Set(names);
    const rules = patterns.map(([pattern, schema]) => ({ pattern, holds: applied(schema) }));
    const holdsRest = applied(rest);
    return (value, context) => {
      if (!isObject(value)) return;
      for (const [name, member] of Object.entries(value)) {
        const own = rules.filter(({ pattern }) => pattern.test(name));
        for (const { holds } of own) holds(member, context, name);
        if (own.length === 0 && !known.has(name)) holdsRest(member, context, name);
      }
    };
  },

  /** `propertyNames`. */
  propertyNames(schema: Later): Check {
    const matches = matcher(schema);
    return (value, context) => {
      if (!isObject(value)) return;
      for (const name of Object.keys(value)) {
        if (!matches(name)) context.addIssue(issue("is not an allowed property name", name));
      }
    };
  },

  /** `dependentRequired`. */
  dependentRequired(dependencies: Readonly<Record<string, readonly string[]>>): Check {
    return (value, context) => {
      if (!isObject(value)) return;
      for (const [name, required] of Object.entries(dependencies)) {
        if (!Object.hasOwn(value, name)) continue;
        const missing = required.filter((other) => !Object.hasOwn(value, other));
        for (const other of missing)
          context.addIssue(issue(`is required when ${name} is present`, other));
      }
    };
  },

  /** `dependentSchemas`. */
  dependentSchemas(dependencies: Readonly<Record<string, Later>>): Check {
    const rules = Object.entries(dependencies).map(
      ([name, schema]) => [name, applied(schema)] as const,
    );
    return (value, context) => {
      if (!isObject(value)) return;
      for (const [name, holds] of rules) if (Object.hasOwn(value, name)) holds(value, context);
    };
  },
} as const;

function matcher(schema: Later): (value: unknown) => boolean {
  let made: z.ZodType | undefined;
  return (value) => (made ??= schema()).safeParse(value).success;
}

/** Checks a value against a schema, and reports each fault at its place. */
function applied(schema: Later): (value: unknown, context: CheckContext, ...at: string[]) => void {
  let made: z.ZodType | undefined;
  return (value, context, ...at) => {
    const { error } = (made ??= schema()).safeParse(value);
    for (const { message, path } of error?.issues ?? []) {
      context.addIssue({ code: "custom", message, path: [...at, ...path] });
    }
  };
}

function issue(message: string, ...path: string[]): Issue {
  return { code: "custom", message, path };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Equal texts for values that are equal in JSON, whatever the order of their members. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, member: unknown) =>
      isObject(member)
        ? Object.fromEntries(
            Object.entries(member).sort(([left], [right]) => (left < right ? -1 : 1)),
          )
        : member,
    ) ?? ""
  );
}
