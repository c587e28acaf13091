import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTraces, type TestTraces } from "../../store/traces/testing/start-traces.ts";
import { columnText } from "../instant.ts";
import { compileQuery } from "./compile-query.ts";
import type { Field } from "./expression.ts";
import { Parameters } from "./parameters.ts";
import { parseQuery } from "./parse-query.ts";
import { evaluate } from "./testing/evaluate.ts";
import { Moment, type Value } from "./testing/values.ts";
import { ownRead } from "../../store/traces/traces.ts";

type Operand = Readonly<Record<string, unknown>>;

const fields: Readonly<Record<string, Field>> = {
  name: { sql: "name", type: "string", isNullable: false },
  parent: { sql: "nullIf(parent, '')", type: "string", isNullable: true },
  step: { sql: "step", type: "number", isNullable: true },
  at: { sql: "at", type: "instant", isNullable: false },
  ended: { sql: "ended", type: "instant", isNullable: true },
  refs: { sql: "refs", type: "strings", isNullable: false },
};

const texts = ["", "a", "A", "ab", "é", "É日本", "'\\\"{p0:String}\n", "5", "5.5", "true", "300"];
const numbers = [0, 1, -3, 2.5, 255, 256, 2 ** 53 - 1, 1e300];
const micros = [0, 1, 1_500_000, Date.UTC(2026, 0, 31) * 1000 + 123_456];
const dates = ["1970-01-01", "1970-01-01T00:00:01.5Z", "2026-01-31T01:00:00.123456+01:00"];

const items: readonly Readonly<Record<string, Value>>[] = texts.flatMap((name, i) =>
  micros.map((at, j) => ({
    name,
    parent: texts[(i * 3 + j) % texts.length] || null,
    step: (i + j) % 3 === 0 ? null : [0, 1, -3, 5, 255, 256, 2 ** 53 - 1][(i + j) % 7]!,
    at: new Moment(at),
    ended: (i + j) % 4 === 0 ? null : new Moment(micros[(i + j) % micros.length]!),
    refs: texts.slice(0, (i + j) % 3),
  })),
);

const get = (path: string): Operand => ({ $getField: path });
const lit = (value: unknown): Operand => ({ $literal: value });

/** Operands by type, so that every generated query compiles. */
const { truth } = fc.letrec<Record<"truth" | "text" | "number" | "moment", Operand>>((tie) => {
  const convert = (input: fc.Arbitrary<Operand>, to: string): fc.Arbitrary<Operand> =>
    input.map((from) => ({ $convert: { input: from, to } }));
  const any = fc.oneof(tie("text"), tie("number"), tie("moment"), tie("truth"));
  const ofOneType = (...operands: fc.Arbitrary<Operand>[]): fc.Arbitrary<[Operand, Operand]> =>
    fc.oneof(...operands.map((operand) => fc.tuple(operand, operand)));
  const date = fc.constantFrom(...dates, 0, 1.5, -5, 1e15).map(lit);
  const pair = fc.oneof(
    ofOneType(tie("text"), tie("number"), tie("moment"), tie("truth")),
    fc.tuple(tie("moment"), date),
    fc.tuple(date, tie("moment")),
    fc.tuple(any, fc.constant(lit(null))),
  );
  const list = fc.oneof(
    ...(["text", "number"] as const).map((type) =>
      fc.tuple(tie(type), fc.array(fc.oneof(tie(type), fc.constant(lit(null))), { maxLength: 4 })),
    ),
    fc.tuple(tie("moment"), fc.array(date, { maxLength: 4 })),
  );
  return {
    text: fc.oneof(
      { maxDepth: 3, depthIdentifier: "query" },
      fc.constantFrom(...texts).map(lit),
      fc.constantFrom("name", "parent").map(get),
      convert(fc.oneof(tie("moment"), tie("truth"), fc.constant(get("step"))), "string"),
    ),
    number: fc.oneof(
      { maxDepth: 3, depthIdentifier: "query" },
      fc.constantFrom(...numbers).map(lit),
      fc.constant(get("step")),
      fc.oneof(tie("text"), fc.constant(get("refs"))).map((input) => ({ $size: input })),
      convert(any, "double"),
      convert(any, "int"),
    ),
    moment: fc.constantFrom("at", "ended").map(get),
    truth: fc.oneof(
      { maxDepth: 3, depthIdentifier: "query" },
      fc.boolean().map(lit),
      fc
        .tuple(fc.constantFrom("$eq", "$gt", "$gte", "$lt", "$lte"), pair)
        .map(([operator, sides]) => ({ [operator]: sides })),
      list.map((sides) => ({ $in: sides })),
      fc.tuple(tie("text"), tie("text"), fc.boolean()).map(([input, substr, case_insensitive]) => ({
        $contains: { input, substr, case_insensitive },
      })),
      convert(any, "bool"),
      convert(any, "exists"),
      fc
        .array(fc.oneof(tie("truth"), tie("number"), fc.constant(lit(null))), {
          minLength: 1,
          maxLength: 3,
        })
        .map((operands) => ({ $and: operands })),
      fc.array(tie("truth"), { minLength: 1, maxLength: 3 }).map((operands) => ({ $or: operands })),
      tie("truth").map((operand) => ({ $not: [operand] })),
    ),
  };
});

let store: TestTraces;

beforeAll(async () => {
  store = await startTraces();
  await store.traces.command(`CREATE TABLE items (
    position UInt32, name String, parent String, step Nullable(Int64),
    at DateTime64(6, 'UTC'), ended Nullable(DateTime64(6, 'UTC')), refs Array(String)
  ) ENGINE = MergeTree ORDER BY position`);
  const column = (value: unknown): string | null =>
    value instanceof Moment ? columnText(value.micros) : null;
  const rows = items.map((item, position) =>
    JSON.stringify({
      ...item,
      position,
      parent: item["parent"] ?? "",
      at: column(item["at"]),
      ended: column(item["ended"]),
    }),
  );
  await store.traces.insert("items", rows, "items");
});

afterAll(() => store[Symbol.asyncDispose]());

test("SQL and `evaluate` give the same true, false or null for every query", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(truth, { minLength: 20, maxLength: 20 }), async (queries) => {
      const parameters = new Parameters();
      const scope = { fields: { field: (path: string) => fields[path]! }, parameters };
      const columns = queries.map(
        (query, i) => `toNullable(${compileQuery({ $expr: query }, scope)}) AS c${i}`,
      );
      const rows = await store.traces.query<Record<string, unknown>>(
        `SELECT ${columns.join(", ")} FROM items ORDER BY position`,
        parameters.values,
        ownRead,
      );
      expect(rows).toHaveLength(items.length);
      for (const [i, query] of queries.entries()) {
        const node = parseQuery({ $expr: query });
        const found = rows.map((row) => (row[`c${i}`] === null ? null : Boolean(row[`c${i}`])));
        const expected = items.map((item) => {
          const value = evaluate(node, (path) => item[path]!);
          return value === null ? null : Boolean(value);
        });
        expect(found, JSON.stringify(query)).toEqual(expected);
      }
    }),
    { numRuns: 60 },
  );
});
