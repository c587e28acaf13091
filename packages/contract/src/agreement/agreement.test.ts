import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { unnamedMembers, zodReader } from "@heddle/server-kit";
import { z } from "zod";
import { mutated } from "../arbitraries/mutate.ts";
import { resolve, type Schema } from "../spec/document.ts";
import { serviceNamed, services, type Service } from "../spec/services.ts";

const seed = 20_261_121;
const runs = 60;

const forms = ["multipart/form-data", "application/x-www-form-urlencoded"];

/** Schemas of forms. Their parts are text or bytes, which are read before a schema sees them. */
function formSchemas({ document, operations }: Service): Set<Schema> {
  return new Set(
    operations.flatMap(({ operation }) =>
      forms.flatMap((form) => {
        const schema = operation.requestBody?.content[form]?.schema;
        return schema === undefined ? [] : [resolve(document, schema)];
      }),
    ),
  );
}

const pairs = await Promise.all(
  services.map(async (service) => {
    const schemas = await service.schemas();
    const ofForms = formSchemas(service);
    return Object.entries(service.document.components.schemas)
      .filter(([, schema]) => !ofForms.has(schema))
      .map(([name]) => ({ service, name, id: `${service.name} ${name}`, zod: schemas[name] }));
  }),
);

const at = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** The values on which the two judges differ; empty if they agree. */
function disagreements(
  { judge }: Service,
  schema: Schema,
  zod: z.ZodType,
  values: fc.Arbitrary<unknown>,
): unknown[] {
  return fc
    .sample(values, { numRuns: runs, seed })
    .filter((value) => zod.safeParse(value).success !== judge.judge(schema, value).valid);
}

/** The valid values in which the two find other members that the schema does not name. */
function otherwiseNamed(
  { judge }: Service,
  schema: Schema,
  zod: z.ZodType,
  values: fc.Arbitrary<unknown>,
): unknown[] {
  return fc
    .sample(values, { numRuns: runs, seed })
    .filter((value) => judge.judge(schema, value).valid)
    .filter((value) => {
      const inDocument = [...unnamedMembers(judge.reader, schema, value)];
      const inKit = [...unnamedMembers(zodReader, zod, value)];
      return JSON.stringify(inDocument) !== JSON.stringify(inKit);
    });
}

describe.each(pairs.flat())("$id", ({ service, name, zod }) => {
  const schema = at(name);
  const values = service.values(schema);

  test("has a zod schema", () => {
    expect(zod).toBeDefined();
  });

  test("both agree on generated values, most of which are valid", () => {
    const samples = fc.sample(values, { numRuns: runs, seed });
    const valid = samples.filter((value) => service.judge.judge(schema, value).valid);
    expect(valid.length, "values that ajv accepts").toBeGreaterThan(runs / 2);
    expect(disagreements(service, schema, zod ?? z.unknown(), values)).toEqual([]);
  });

  test("both find the same members that the schema does not name", () => {
    expect(otherwiseNamed(service, schema, zod ?? z.unknown(), values)).toEqual([]);
    expect(otherwiseNamed(service, schema, zod ?? z.unknown(), mutated(values))).toEqual([]);
  });

  test("both agree on values near the valid ones", () => {
    expect(disagreements(service, schema, zod ?? z.unknown(), mutated(values))).toEqual([]);
  });
});

describe("the suite notices a schema that differs from the spec", () => {
  const trace = serviceNamed("trace");
  const schema = at("CallStart");
  const values = trace.values(schema);

  test("a looser one", () => {
    const loose = z.object({ project_id: z.unknown() }).loose();
    expect(disagreements(trace, schema, loose, mutated(values))).not.toEqual([]);
  });

  test("a closed one", () => {
    expect(disagreements(trace, schema, z.strictObject({}), values)).not.toEqual([]);
  });

  test("one that is open by word", () => {
    const open = z.object({}).catchall(z.any());
    expect(disagreements(trace, schema, open, values)).toEqual([]);
    expect(otherwiseNamed(trace, schema, open, values)).not.toEqual([]);
  });
});
