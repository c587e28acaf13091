import * as schemas from "@heddle/server-kit/trace/schemas";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { fromSchema } from "../arbitraries/from-schema.ts";
import { mutated } from "../arbitraries/mutate.ts";
import { traceDocument, type Schema } from "../spec/document.ts";
import { judgeFor } from "../spec/judge.ts";

const judge = judgeFor(traceDocument);
const seed = 20_261_121;

interface Pair {
  readonly name: string;
  readonly zod: z.ZodType;
}

/** Bytes are no JSON: the reader of forms takes them before a schema sees the rest. */
const holdsBytes = (schema: Schema): boolean =>
  Object.values(schema.properties ?? {}).some(({ format }) => format === "binary");

const names = Object.entries(traceDocument.components.schemas)
  .filter(([, schema]) => !holdsBytes(schema))
  .map(([name]) => name);

const pairs: Pair[] = names.map((name) => {
  const zod = (schemas as unknown as Record<string, z.ZodType | undefined>)[name];
  if (zod === undefined) throw new Error(`${name} is in the spec and not among the zod schemas`);
  return { name, zod };
});

/** The values on which the two judges differ; none, where they agree. */
function disagreements(zod: z.ZodType, name: string, values: fc.Arbitrary<unknown>): unknown[] {
  const schema = { $ref: `#/components/schemas/${name}` };
  return fc
    .sample(values, { numRuns: 60, seed })
    .filter((value) => zod.safeParse(value).success !== judge.judge(schema, value).valid);
}

describe.each(pairs)("$name", ({ name, zod }) => {
  const schema = { $ref: `#/components/schemas/${name}` };
  const values = fromSchema(traceDocument, schema);

  test("generated values are valid to both", () => {
    const samples = fc.sample(values, { numRuns: 60, seed });
    const valid = samples.filter((value) => judge.judge(schema, value).valid);
    expect(valid.length, "the arbitrary finds values that ajv accepts").toBeGreaterThan(30);
    for (const value of valid) expect(zod.safeParse(value).error).toBeUndefined();
  });

  test("both agree on values near the valid ones", () => {
    expect(disagreements(zod, name, mutated(values))).toEqual([]);
  });
});

test("a schema that is looser than the spec would be seen", () => {
  const loose = z.object({ project_id: z.unknown() }).loose();
  const schema = { $ref: "#/components/schemas/CallStart" };
  expect(disagreements(loose, "CallStart", mutated(fromSchema(traceDocument, schema)))).not.toEqual(
    [],
  );
});
