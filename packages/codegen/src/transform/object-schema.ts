import type { Named, SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";
import { block, call, list, object } from "../print/code.ts";
import type { Code } from "../print/code.ts";
import { literal, literalName } from "../print/literal.ts";
import { memberName } from "../print/names.ts";
import { acceptsAnything } from "./accepts-anything.ts";
import { check, later } from "./general-checks.ts";
import { referencesOf } from "./references-of.ts";
import type { SchemaKind, SchemaScope, ZodParts } from "./schema-kind.ts";
import { regularExpression } from "./string-schema.ts";

/** Keywords that depend on the names of properties. */
const nameKeywords = ["patternProperties", "dependentRequired", "dependentSchemas"] as const;

/**
 * Objects: with named properties (strict, loose or with a catch-all), or records without them.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2
 */
export const objectSchema: SchemaKind = {
  name: "an object",
  keywords: [
    "properties",
    "required",
    "additionalProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "discriminator",
    ...nameKeywords,
  ],
  zod(schema: SchemaKeywords, scope: SchemaScope): ZodParts {
    const { minProperties, maxProperties, propertyNames, discriminator } = schema;
    const metadata = {
      ...requiredMetadata(schema, scope),
      minProperties,
      maxProperties,
      propertyNames,
      discriminator,
      ...Object.fromEntries(nameKeywords.map((keyword) => [keyword, schema[keyword]])),
    };
    const base = isRecord(schema)
      ? record(schema, scope)
      : closing(schema, object(shapeOf(schema, scope)), scope);
    return { code: [base, ...sizeChecks(schema), ...nameChecks(schema, scope)], metadata };
  },
};

/**
 * Whether an object schema becomes a record, which is not a `z.ZodObject`: it has no named members,
 * but says which others there may be.
 */
export function isRecord(schema: SchemaKeywords): boolean {
  const hasNames = Object.keys(schema.properties ?? {}).length > 0;
  const hasRequired = (schema.required ?? []).length > 0;
  if (hasNames || hasRequired) return false;
  const { additionalProperties = false, propertyNames } = schema;
  return additionalProperties !== false || propertyNames !== undefined || namesElsewhere(schema);
}

/**
 * The members of `z.object({…})`: one for each property, and one for each name that is only
 * required.
 */
export function shapeOf(schema: SchemaKeywords, scope: SchemaScope): Code[] {
  const properties = schema.properties ?? {};
  const required = new Set(schema.required);
  const unnamed = [...required].filter((name) => !Object.hasOwn(properties, name));
  return [
    ...Object.entries(properties).map(([name, property]) =>
      member(name, property, required.has(name), scope),
    ),
    ...unnamed.map((name) => [`${memberName(name)}: `, "z.unknown()"]),
  ];
}

function member(name: string, schema: SchemaObject, isRequired: boolean, scope: SchemaScope): Code {
  const pointer = at(scope.pointer, "properties", name);
  if (name === "__proto__") throw new SpecError(pointer, "cannot be the name of a property");
  const optional = isRequired ? "" : ".optional()";
  if (name in Object.prototype && !isRequired) return inheritedMember(name, schema, scope);
  const isLater = referencesOf(schema, pointer).some(({ name }) => scope.isLater(name));
  if (!isLater) return [`${memberName(name)}: `, scope.zod(schema, "properties", name), optional];
  const value = scope.zodLater(schema, "properties", name);
  return block(`get ${memberName(name)}(): z.ZodType`, ["return ", value, optional, ";"]);
}

/**
 * Every object has a `constructor`, a function, which JSON cannot contain: then the member is
 * missing.
 */
function inheritedMember(name: string, schema: SchemaObject, scope: SchemaScope): Code {
  const value = scope.zodLater(schema, "properties", name);
  const own = '(value) => (typeof value === "function" ? undefined : value)';
  const made = [call("z.preprocess", own, [value, ".optional()"]), ".optional()"];
  return block(`get ${memberName(name)}(): z.ZodType`, ["return ", made, ";"]);
}

/**
 * An object that does not mention other members is loose: it accepts them, but an answer that has
 * them is reported. `z.any()` accepts them by word.
 */
function closing(schema: SchemaKeywords, shape: Code, scope: SchemaScope): Code {
  const rest = restOf(schema);
  if (rest === false) return call("z.strictObject", shape);
  if (rest === undefined && !namesElsewhere(schema)) return call("z.looseObject", shape);
  const isOpen = rest === undefined || acceptsAnything(rest, scope);
  const others = isOpen ? anyMember : scope.zod(rest, "additionalProperties");
  return [call("z.object", shape), call(".catchall", others)];
}

/** The catch-all of an object that is open by word. The kit tells it from that of a loose object. */
export const anyMember = "z.any()";

/** Whether the schema names members in keywords that only a check of the whole value sees. */
function namesElsewhere(schema: SchemaKeywords): boolean {
  return ["patternProperties", "dependentSchemas", "if"].some((key) => schema[key] !== undefined);
}

function record(schema: SchemaKeywords, scope: SchemaScope): Code {
  const { propertyNames } = schema;
  const additionalProperties = restOf(schema) ?? true;
  const values = scope.zod(additionalProperties, "additionalProperties");
  if (propertyNames !== undefined && isTextRule(propertyNames)) {
    return call("z.record", scope.zod(propertyNames, "propertyNames"), values);
  }
  if (acceptsAnything(additionalProperties, scope)) return call("z.record", "z.string()", values);
  // Unlike a record, it can stop at the first wrong value.
  return [call("z.object", "{}"), call(".catchall", values)];
}

/** With `patternProperties`, a separate check decides which names belong to the rest. */
function restOf(schema: SchemaKeywords): SchemaObject | undefined {
  return schema["patternProperties"] === undefined ? schema.additionalProperties : undefined;
}

/** Whether names are checked by their text only: an enum of names would require all of them. */
function isTextRule(names: SchemaObject): boolean {
  if (typeof names === "boolean") return false;
  return names.type === "string" && names.enum === undefined && names.const === undefined;
}

/**
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2.2
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5.4
 */
function nameChecks(schema: SchemaKeywords, scope: SchemaScope): Code[] {
  const { propertyNames } = schema;
  const { patternProperties, dependentRequired, dependentSchemas } = schema as NameKeywords;
  const checks: Code[] = [];
  if (patternProperties !== undefined) {
    const patterns = Object.entries(patternProperties).map(([pattern, property]) => {
      const place = scope.below("patternProperties", pattern);
      return list([regularExpression(pattern, place), later(property, place)]);
    });
    const names = literal(Object.keys(schema.properties ?? {}));
    const rest = later(schema.additionalProperties ?? true, scope, "additionalProperties");
    checks.push(check("properties", names, list(patterns), rest));
  }
  if (propertyNames !== undefined && !(isRecord(schema) && isTextRule(propertyNames))) {
    checks.push(check("propertyNames", later(propertyNames, scope, "propertyNames")));
  }
  if (dependentRequired !== undefined) {
    checks.push(check("dependentRequired", literal(dependentRequired)));
  }
  if (dependentSchemas !== undefined) {
    const members = Object.entries(dependentSchemas).map(([name, dependent]): Code => [
      `${literalName(name)}: `,
      later(dependent, scope, "dependentSchemas", name),
    ]);
    checks.push(check("dependentSchemas", object(members)));
  }
  return checks;
}

interface NameKeywords {
  readonly patternProperties?: Named<SchemaObject>;
  readonly dependentRequired?: Named<readonly string[]>;
  readonly dependentSchemas?: Named<SchemaObject>;
}

function sizeChecks({ minProperties, maxProperties }: SchemaKeywords): Code[] {
  const checks: Code[] = [];
  if (minProperties !== undefined) checks.push(sizeCheck(">=", minProperties, "at least"));
  if (maxProperties !== undefined) checks.push(sizeCheck("<=", maxProperties, "at most"));
  return checks;
}

function sizeCheck(operator: string, bound: number, words: string): Code {
  const condition = `(value) => Object.keys(value).length ${operator} ${bound}`;
  return call(".refine", condition, JSON.stringify(`must have ${words} ${bound} properties`));
}

/**
 * The list of required names, if zod's description of the object would miss some: it describes a
 * member that accepts any value as optional.
 */
function requiredMetadata(schema: SchemaKeywords, scope: SchemaScope): { required?: unknown } {
  const { required = [], properties = {} } = schema;
  const isMissed = required.some((name) => acceptsAnything(properties[name] ?? true, scope));
  return isMissed ? { required } : {};
}
