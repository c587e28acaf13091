import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProjectId, ProjectName } from "../../access/project-id.ts";
import { InvalidInput } from "../../refusals/refusal.ts";
import { insertOldCalls } from "../../store/traces/testing/insert-old-calls.ts";
import { startTraces, type TestTraces } from "../../store/traces/testing/start-traces.ts";
import { ownRead } from "../../store/traces/traces.ts";
import { compileQuery } from "../query/compile-query.ts";
import { nearConditions } from "../query/near-conditions.ts";
import { Parameters } from "../query/parameters.ts";
import { parseQuery } from "../query/parse-query.ts";
import { evaluate, type Item } from "../query/testing/evaluate.ts";
import { FeedbackBeside } from "./feedback/feedback-beside-sql.ts";
import { CallFields } from "./read/call-fields-sql.ts";
import { callOrder } from "./read/call-order.ts";
import { AtHand } from "./testing/at-hand.ts";
import { itemOf, type PayloadCall, payloadCalls, rowOf } from "./testing/payload-calls.ts";
import { conditions, type Operand, sorts } from "./testing/payload-queries.ts";
import { sortedItems } from "./testing/sorted-items.ts";

let store: TestTraces;
beforeAll(async () => {
  store = await startTraces();
});
afterAll(() => store[Symbol.asyncDispose]());

let projects = 0;

/** Stores calls, and returns their project. */
async function stored(calls: readonly PayloadCall[]): Promise<ProjectId> {
  const projectId = `p${projects++}` as ProjectId;
  const rows = calls.map((call, i) => rowOf(call, projectId, idOf(i)));
  for (const isOld of [false, true]) {
    const some = rows.filter((_, i) => calls[i]!.isOld === isOld);
    if (some.length === 0) continue;
    if (isOld) await insertOldCalls(store.traces, some);
    else await store.traces.insert("calls", some, `${projectId} calls`);
  }
  return projectId;
}

const idOf = (index: number): string => `c${String(index).padStart(4, "0")}`;

async function select(
  projectId: ProjectId,
  columns: string,
  parameters: Parameters,
  order = "id",
): Promise<Record<string, unknown>[]> {
  const project = parameters.add(projectId, "String");
  return store.traces.query<Record<string, unknown>>(
    `SELECT id, cut, ${columns} FROM calls WHERE project_id = ${project} ORDER BY ${order}`,
    parameters.values,
    ownRead,
  );
}

interface Compiled {
  readonly query: Operand;
  /** By the leaves, and by the payloads where the leaves do not tell. */
  readonly whole: string;
  /** Whether a row passes by the leaves alone, or may pass by its payloads. */
  readonly passes: string;
}

function compiled(query: Operand, parameters: Parameters): Compiled | undefined {
  try {
    const feedback = new FeedbackBeside("p" as ProjectId, parameters);
    const [leaves, whole] = (["leaves", "whole"] as const).map(
      (mode) => new CallFields("acme/p" as ProjectName, parameters, mode, feedback),
    );
    const sql = compileQuery({ $expr: query }, { fields: whole!, parameters });
    const byLeaves = compileQuery({ $expr: query }, { fields: leaves!, parameters });
    expect(leaves!.unknown === undefined).toBe(whole!.unknown === undefined);
    const near = nearConditions({ $expr: query }, whole!).map((condition) => ` AND ${condition}`);
    const passes =
      leaves!.unknown === undefined
        ? byLeaves
        : `((${leaves!.unknown} OR ${byLeaves})${near.join("")})`;
    return { query, whole: sql, passes };
  } catch (error) {
    if (error instanceof InvalidInput) return undefined;
    throw error;
  }
}

/** Queries in one statement, and statements. The long form takes a minute: `HEDDLE_TEST_LONG=1`. */
const batch = 25;
const runs = process.env["HEDDLE_TEST_LONG"] === "1" ? 400 : 60;

test(`SQL and \`evaluate\` agree on ${batch * runs} queries`, async () => {
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(payloadCalls, { minLength: 1, maxLength: 24, size: "max" }),
      fc.array(conditions, { minLength: batch, maxLength: batch }),
      async (calls, queries) => {
        const projectId = await stored(calls);
        const parameters = new Parameters();
        const atHand = new AtHand(calls);
        const all = queries.flatMap((query) => {
          return compiled(atHand.resolved(query), parameters) ?? [];
        });
        refused += queries.length - all.length;
        if (all.length === 0) return;
        const columns = all.map(
          ({ whole, passes }, i) => `toNullable(${whole}) AS w${i}, (${passes} AND w${i}) AS c${i}`,
        );
        const rows = await select(projectId, columns.join(", "), parameters);
        expect(rows).toHaveLength(calls.length);
        const items = rows.map((row, i) => itemOf(calls[i]!, idOf(i), row["cut"] as string));
        for (const [i, { query }] of all.entries()) compareAnswers(query, items, rows, i);
      },
    ),
    { numRuns: runs },
  );
  expect(refused).toBeLessThan(0.2 * runs * batch);
});

function compareAnswers(
  query: Operand,
  items: readonly Item[],
  rows: readonly Record<string, unknown>[],
  column: number,
): void {
  const node = parseQuery({ $expr: query });
  const expected = items.map((item) => {
    const value = evaluate(node, item);
    return value === null ? null : Boolean(value);
  });
  const found = rows.map((row) => truthOf(row[`w${column}`]));
  expect(found, JSON.stringify(query)).toEqual(expected);
  const combined = rows.map((row) => truthOf(row[`c${column}`]) === true);
  expect(combined, `combined: ${JSON.stringify(query)}`).toEqual(expected.map((is) => is === true));
}

function truthOf(value: unknown): boolean | null {
  return value === null ? null : Boolean(value);
}

test("SQL and `sortedItems` agree on orders", async () => {
  const name = "acme/p" as ProjectName;
  await fc.assert(
    fc.asyncProperty(
      fc.array(payloadCalls, { minLength: 2, maxLength: 24, size: "max" }),
      fc.array(sorts, { minLength: 8, maxLength: 8 }),
      async (calls, orders) => {
        const projectId = await stored(calls);
        const cuts = await select(projectId, "1", new Parameters());
        const items = cuts.map(({ cut }, i) => itemOf(calls[i]!, idOf(i), cut as string));
        for (const sortBy of new AtHand(calls).resolved(orders)) {
          const parameters = new Parameters();
          const byLeaves = callOrder(
            sortBy,
            name,
            parameters,
            new FeedbackBeside(projectId, parameters),
          );
          const order = byLeaves.whole?.order ?? byLeaves;
          const rows = await select(projectId, "1", parameters, order.sql);
          const expected = sortedItems(items, sortBy).map((item) => item("id"));
          expect(
            rows.map(({ id }) => id),
            JSON.stringify(sortBy),
          ).toEqual(expected);
        }
      },
    ),
    { numRuns: runs / 4 },
  );
});

test("a payload that the engine cannot read has no values, and is no error", async () => {
  const broken = ["{", '{"a":', "x", '"\\ud800"', "[".repeat(3_000), '{"a":1e999}', " "];
  const projectId = `p${projects++}` as ProjectId;
  const rows = broken.map((inputs, i) =>
    JSON.stringify({ project_id: projectId, id: idOf(i), started_at: "2026-01-01", inputs }),
  );
  await insertOldCalls(store.traces, rows);
  const parameters = new Parameters();
  const queries: Operand[] = ["inputs.a", "inputs.a.0.b", "inputs.0", "inputs"].flatMap((path) => [
    { $eq: [{ $getField: path }, { $literal: 5 }] },
    { $eq: [{ $getField: path }, { $literal: "x" }] },
    { $gt: [{ $size: { $getField: path } }, { $literal: 0 }] },
    { $contains: { input: { $getField: path }, substr: { $literal: "abc" } } },
    { $convert: { input: { $getField: path }, to: "exists" } },
  ]);
  const columns = queries.map((query, i) => `${compiled(query, parameters)!.whole} AS c${i}`);
  const answers = await select(projectId, columns.join(", "), parameters);
  expect(answers).toHaveLength(broken.length);
  for (const { id, cut, ...found } of answers) {
    expect(Object.values(found).filter(Boolean), `${String(id)} ${String(cut)}`).toEqual([]);
  }
});
