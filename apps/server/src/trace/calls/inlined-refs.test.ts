import type { Trace } from "@heddle/types";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ExpandScene } from "./testing/expand-scene.ts";

let scene: ExpandScene;

beforeAll(async () => {
  scene = await ExpandScene.open();
});
afterAll(() => scene[Symbol.asyncDispose]());

type Json = null | boolean | number | string | readonly Json[] | JsonObject;
interface JsonObject {
  readonly [name: string]: Json;
}

const expand_columns = ["inputs.o", "inputs.o.inner", "inputs.list.1", "output"];
const paths = [
  "inputs.o.a",
  "inputs.o.list.0",
  "inputs.o.inner.a",
  "inputs.o.inner",
  "inputs.list.1.a",
  "inputs.plain",
  "output",
  "output.a",
];

const long = `${"long text ".repeat(30)}é`;
const scalars: readonly Json[] = [
  null,
  true,
  false,
  0,
  5,
  -3,
  2.5,
  12_345_678_901,
  "",
  "5",
  "a",
  "é\u2028",
  "true",
  "weave://nowhere",
  long,
];
const scalar = fc.constantFrom(...scalars);
const simple: fc.Arbitrary<Json> = fc.oneof(
  scalar,
  fc.record({ a: scalar, list: fc.array(scalar, { maxLength: 3 }) }, { requiredKeys: [] }),
);

/** The same values in each run, so that a failure can be repeated. */
function sample<T>(arbitrary: fc.Arbitrary<T>, numRuns: number): T[] {
  return fc.sample(arbitrary, { seed: 1, numRuns });
}

/** The refs of published values, and the values that they stand for. */
interface Published {
  readonly refs: readonly string[];
  readonly values: ReadonlyMap<string, Json>;
}

async function publish(): Promise<Published> {
  const values = new Map<string, Json>();
  for (const value of sample(simple, 20)) {
    values.set(await scene.publish("simple", value), value);
  }
  const inner = [...values.keys(), "no ref"];
  for (const a of sample(scalar, 20)) {
    const value = { a, inner: inner[values.size % inner.length]!, list: [a, 1] };
    values.set(await scene.publish("outer", value), value);
  }
  const lost = `weave:///${scene.project_id}/object/lost:x`;
  return { refs: [...values.keys(), lost], values };
}

/** A value as the calls would hold it if it was never published. */
function inlined(value: Json, { values }: Published, steps: readonly string[] = []): Json {
  const isExpanded = expand_columns.includes(steps.join("."));
  const behind = isExpanded && typeof value === "string" ? values.get(value) : undefined;
  // A value that is null leaves the ref.
  const shown = behind ?? value;
  if (typeof shown !== "object" || shown === null) return shown;
  if (Array.isArray(shown)) {
    return shown.map((item: Json, at) =>
      inlined(item, { refs: [], values }, [...steps, String(at)]),
    );
  }
  // Published values have their members in order.
  const members = Object.entries(shown).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    members.map(([name, member]) => [
      name,
      inlined(member, { refs: [], values }, [...steps, name]),
    ]),
  );
}

interface Asked {
  readonly query: Trace.Query;
  readonly sort_by: Trace.SortBy[];
}

const field = fc.constantFrom(...paths).map((path) => ({ $getField: path }));
const literal = scalar.map((value) => ({ $literal: value }));
const truth = fc.oneof(
  ...["$eq", "$gt", "$lte"].map((operator) =>
    fc.tuple(field, literal).map((operands) => ({ [operator]: operands })),
  ),
  fc.tuple(field, field).map((operands) => ({ $eq: operands })),
  fc.tuple(field, literal, literal).map(([a, b, c]) => ({ $in: [a, [b, c]] })),
  fc
    .tuple(field, fc.constantFrom("long", "Long", "a", '"a":', "é"), fc.boolean())
    .map(([input, substr, case_insensitive]) => ({
      $contains: { input, substr: { $literal: substr }, case_insensitive },
    })),
  fc.tuple(field, fc.constantFrom(0, 1, 3)).map(([of, size]) => ({
    $eq: [{ $size: of }, { $literal: size }],
  })),
  field.map((input) => ({ $not: [{ $convert: { input, to: "exists" } }] })),
);
const asked: fc.Arbitrary<Asked> = fc
  .tuple(
    fc.constantFrom("$and", "$or"),
    fc.array(truth, { minLength: 1, maxLength: 3 }),
    fc.array(
      fc.record({
        field: fc.constantFrom(...paths),
        direction: fc.constantFrom("asc" as const, "desc" as const),
      }),
      { maxLength: 2 },
    ),
  )
  .map(([junction, operands, sort_by]) => ({
    query: { $expr: { [junction]: operands } } as unknown as Trace.Query,
    sort_by,
  }));

async function names(request: Partial<Trace.CallsQuery>): Promise<unknown[]> {
  const calls = await scene.query(request);
  return calls.map(({ inputs }) => inputs["name"]);
}

test("a query through refs finds what it finds in calls that hold the values themselves", async () => {
  scene.enterNewProject();
  const referring = scene.project_id;
  const published = await publish();
  const value = fc.oneof(fc.constantFrom(...published.refs), simple);
  const output = sample(value, 60);
  const inputs = sample(
    fc.record({ o: value, list: fc.array(value, { maxLength: 2 }), plain: scalar }),
    60,
  );
  const calls = inputs.map((one, name) => ({ inputs: { name, ...one }, output: output[name]! }));
  await scene.store(calls);
  scene.enterNewProject();
  const holding = scene.project_id;
  await scene.store(
    calls.map((call) => ({
      inputs: inlined(call.inputs, published, ["inputs"]) as JsonObject,
      output: inlined(call.output, published, ["output"]),
    })),
  );
  let found = 0;
  await fc.assert(
    fc.asyncProperty(asked, async (request) => {
      const through = await names({ project_id: referring, ...request, expand_columns });
      const held = await names({ project_id: holding, ...request });
      expect(through).toEqual(held);
      if (held.length > 0 && held.length < calls.length) found += 1;
    }),
    { numRuns: 25 },
  );
  expect(found).toBeGreaterThan(5);
});
