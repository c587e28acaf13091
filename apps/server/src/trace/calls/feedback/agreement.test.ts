import type { Trace } from "@heddle/types";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProjectId, ProjectName } from "../../../access/project-id.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";
import { insertOldCalls } from "../../../store/traces/testing/insert-old-calls.ts";
import { startTraces, type TestTraces } from "../../../store/traces/testing/start-traces.ts";
import { ownRead } from "../../../store/traces/traces.ts";
import { compileQuery } from "../../query/compile-query.ts";
import { Parameters } from "../../query/parameters.ts";
import { parseQuery } from "../../query/parse-query.ts";
import { evaluate, type Item } from "../../query/testing/evaluate.ts";
import { CallFields } from "../read/call-fields-sql.ts";
import { callOrder } from "../read/call-order.ts";
import { AtHand } from "../testing/at-hand.ts";
import { itemOf, type PayloadCall, payloadCalls, rowOf } from "../testing/payload-calls.ts";
import { conditions, type Operand, sorts } from "../testing/payload-queries.ts";
import { sortedItems } from "../testing/sorted-items.ts";
import { FeedbackBeside } from "./feedback-beside-sql.ts";
import { type Piece, pieces, rowsOf, types, valueOf } from "./testing/pieces.ts";

// The queries are those of calls: most of their payloads become payloads of feedback.

let store: TestTraces;
beforeAll(async () => {
  store = await startTraces();
});
afterAll(() => store[Symbol.asyncDispose]());

const name = "acme/p" as ProjectName;
const idOf = (call: number): string => `c${String(call).padStart(2, "0")}`;
const feedbackOf: Readonly<Record<string, string>> = {
  inputs: types[0],
  output: "*",
  attributes: types[1],
};

/** The field of feedback that is like a field of a call. */
function translatedPath(path: string): string {
  const root = path.split(".", 1)[0] ?? "";
  const type = feedbackOf[root];
  if (type === undefined) return path.replace(/^summary$/, `feedback.[${types[2]}].trigger_ref`);
  const rest = path.slice(root.length + 1);
  return `feedback.[${type}].${rest === "" ? "runnable_ref" : `payload.${rest}`}`;
}

function translated<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map((item) => translated<unknown>(item)) as Part;
  if (typeof part !== "object" || part === null) return part;
  const members = Object.entries(part).map(([member, value]: [string, unknown]) => {
    if (member === "$literal") return [member, value];
    const isPath = member === "$getField" || member === "field";
    return [member, isPath ? translatedPath(value as string) : translated(value)];
  });
  return Object.fromEntries(members) as Part;
}

/** Calls and what has been said about them, in a project of their own. */
interface Scene {
  readonly calls: readonly PayloadCall[];
  readonly feedback: readonly Piece[];
}

const scenes: fc.Arbitrary<Scene> = fc.record({
  calls: fc.array(payloadCalls, { minLength: 2, maxLength: 7 }),
  feedback: fc.array(pieces, { minLength: 1, maxLength: 24, size: "max" }),
});

let projects = 0;

async function stored({ calls, feedback }: Scene): Promise<ProjectId> {
  const projectId = `p${projects++}` as ProjectId;
  for (const isOld of [false, true]) {
    const some = calls.flatMap((call, i) =>
      call.isOld === isOld ? [rowOf(call, projectId, idOf(i))] : [],
    );
    if (some.length === 0) continue;
    if (isOld) await insertOldCalls(store.traces, some);
    else await store.traces.insert("calls", some, `${projectId} calls`);
  }
  for (const [at, rows] of rowsOf(feedback, projectId, idOf).entries()) {
    if (rows.length > 0) await store.traces.insert("feedback", rows, `${projectId} f${at}`);
  }
  return projectId;
}

/** Queries of texts that the pieces have. */
function atHand({ calls, feedback }: Scene): AtHand {
  return new AtHand(
    feedback.map(({ payload }, i) => {
      const { summary } = calls[i % calls.length]!;
      return { ...calls[0]!, inputs: payload, output: payload, attributes: payload, summary };
    }),
  );
}

function itemsOf({ calls, feedback }: Scene, rows: readonly Record<string, unknown>[]): Item[] {
  return rows.map((row, i) => {
    const own = itemOf(calls[i]!, idOf(i), row["cut"] as string);
    return (path) => valueOf(feedback, i, path) ?? own(path);
  });
}

async function select(
  projectId: ProjectId,
  columns: string,
  feedback: FeedbackBeside,
  parameters: Parameters,
  order = "id",
): Promise<Record<string, unknown>[]> {
  const project = parameters.add(projectId, "String");
  return store.traces.query<Record<string, unknown>>(
    `SELECT id, cut, ${columns} FROM calls ${feedback.joinSql(parameters)}
    WHERE project_id = ${project} ORDER BY ${order}`,
    parameters.values,
    ownRead,
  );
}

/** Queries in one statement, and statements. The long form takes minutes: `HEDDLE_TEST_LONG=1`. */
const batch = 8;
const runs = process.env["HEDDLE_TEST_LONG"] === "1" ? 1_000 : 100;

test(`SQL and \`evaluate\` agree on ${batch * runs} queries of feedback`, async () => {
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(
      scenes,
      fc.array(conditions, { minLength: batch, maxLength: batch }),
      async (scene, queries) => {
        const projectId = await stored(scene);
        const parameters = new Parameters();
        const feedback = new FeedbackBeside(projectId, parameters);
        const fields = new CallFields(name, parameters, "whole", feedback);
        const all = queries.flatMap((given) => {
          const query = translated(atHand(scene).resolved(given));
          const sql = compiled(query, fields, parameters);
          return sql === undefined ? [] : [{ query, sql }];
        });
        refused += queries.length - all.length;
        if (all.length === 0) return;
        const columns = all.map(({ sql }, i) => `toNullable(${sql}) AS w${i}`);
        const rows = await select(projectId, columns.join(", "), feedback, parameters);
        expect(rows).toHaveLength(scene.calls.length);
        const items = itemsOf(scene, rows);
        for (const [i, { query }] of all.entries()) {
          const node = parseQuery({ $expr: query });
          const expected = items.map((item) => truthOf(evaluate(node, item)));
          const found = rows.map((row) => truthOf(row[`w${i}`]));
          expect(found, JSON.stringify(query)).toEqual(expected);
        }
      },
    ),
    { numRuns: runs },
  );
  expect(refused).toBeLessThan(0.2 * runs * batch);
});

function compiled(query: Operand, fields: CallFields, parameters: Parameters): string | undefined {
  try {
    return compileQuery({ $expr: query }, { fields, parameters });
  } catch (error) {
    if (error instanceof InvalidInput) return undefined;
    throw error;
  }
}

function truthOf(value: unknown): boolean | null {
  return value === null ? null : Boolean(value);
}

test("SQL and `sortedItems` agree on orders by feedback", async () => {
  await fc.assert(
    fc.asyncProperty(
      scenes,
      fc.array(sorts, { minLength: 4, maxLength: 4 }),
      async (scene, orders) => {
        const projectId = await stored(scene);
        const none = new Parameters();
        const cuts = await select(projectId, "1", new FeedbackBeside(projectId, none), none);
        const items = itemsOf(scene, cuts);
        const asked: Trace.SortBy[][] = translated(atHand(scene).resolved(orders));
        for (const sortBy of asked) {
          const parameters = new Parameters();
          const feedback = new FeedbackBeside(projectId, parameters);
          const byLeaves = callOrder(sortBy, name, parameters, feedback);
          const order = byLeaves.whole?.order ?? byLeaves;
          const rows = await select(projectId, "1", feedback, parameters, order.sql);
          const expected = sortedItems(items, sortBy).map((item) => item("id"));
          expect(
            rows.map(({ id }) => id),
            JSON.stringify(sortBy),
          ).toEqual(expected);
        }
      },
    ),
    { numRuns: runs / 2 },
  );
});
