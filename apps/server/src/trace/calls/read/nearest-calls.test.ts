import type { Trace } from "@heddle/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requesterOf } from "../../../access/testing/requester-of.ts";
import { nobodyLeaves } from "../../../store/testing/nobody-leaves.ts";
import { startTraces, type TestTraces } from "../../../store/traces/testing/start-traces.ts";
import type { Traces } from "../../../store/traces/traces.ts";
import { principalOf } from "../../testing/trace-records.ts";
import { callColumns } from "./call-columns-sql.ts";
import { CallsReader } from "./calls-reader-sql.ts";
import { selectCalls } from "./calls-selection.ts";

const total = 9_000;
const { projects } = requesterOf(principalOf("acme"));
const project = projects.named("acme/p");
let store: TestTraces;

/** Three calls start at each moment; call `n` has the score `n % 1000`, but every fifth has none. */
beforeAll(async () => {
  store = await startTraces();
  const { traces } = store;
  const id = "concat('c', leftPad(toString(number), 6, '0'))";
  await traces.command(
    `INSERT INTO calls (project_id, id, started_at, trace_id, op_name, version)
    SELECT '${project.id}', ${id}, toDateTime64('2026-01-01', 6, 'UTC') + intDiv(number, 3), 't',
    concat('op', toString(number % 2)), 1 FROM numbers(${total})`,
  );
  await traces.command(
    `INSERT INTO feedback (project_id, id, created_at, weave_ref, call_id, feedback_type, payload, version)
    SELECT '${project.id}', concat('f', ${id}), toDateTime64('2026-02-01', 6, 'UTC'),
    concat('weave-trace-internal:///${project.id}/call/', ${id}), ${id}, 'score',
    concat('{"n":', toString(number % 1000), '}'), 1 FROM numbers(${total}) WHERE number % 5 != 0`,
  );
});
afterAll(() => store[Symbol.asyncDispose]());

interface Read {
  readonly ids: readonly string[];
  readonly statements: readonly string[];
}

async function read(asked: Partial<Trace.CallsQuery>, limit: number, offset = 0): Promise<Read> {
  const statements: string[] = [];
  const { traces } = store;
  const noting: Traces = {
    query: async (sql, ...rest) => {
      statements.push(sql);
      return traces.query(sql, ...rest);
    },
    stream: (...all) => traces.stream(...all),
    insert: async (...all) => traces.insert(...all),
    command: async (...all) => traces.command(...all),
    close: async () => {},
  };
  const selection = selectCalls(asked, project, projects);
  const columns = callColumns({ columns: ["id"] });
  const chunks = new CallsReader(noting).chunks({
    selection,
    columns,
    limit,
    offset,
    signal: nobodyLeaves,
  });
  const ids: string[] = [];
  for await (const rows of chunks) {
    for (let row = rows.next(); row; row = rows.next()) ids.push(row.id);
  }
  return { ids, statements };
}

const score = { $getField: "feedback.[score].payload.n" };
const lit = (value: unknown): object => ({ $literal: value });
const above = (n: number): object => ({ $gt: [score, lit(n)] });
const idOf = (n: number): string => `c${String(n).padStart(6, "0")}`;
const scoreOf = (n: number): number | undefined => (n % 5 === 0 ? undefined : n % 1_000);

const conditions: readonly (readonly [what: string, $expr: object, is: (n: number) => boolean])[] =
  [
    ["most calls", above(100), (n) => (scoreOf(n) ?? 0) > 100],
    ["one in a hundred", above(989), (n) => (scoreOf(n) ?? 0) > 989],
    [
      "calls far away",
      { $and: [above(0), atMost(6_002)] },
      (n) => scoreOf(n) !== undefined && n < 6_003,
    ],
    ["calls without a score", { $eq: [score, { $literal: null }] }, (n) => n % 5 === 0],
    ["no calls", above(1_000), () => false],
  ];

function atMost(n: number): object {
  return { $lte: [{ $getField: "id" }, { $literal: idOf(n) }] };
}

const filters: readonly (readonly [Trace.CallsFilter, (n: number) => boolean])[] = [
  [{}, () => true],
  [{ op_names: ["op1"] }, (n) => n % 2 === 1],
];

describe.each(conditions)("%s", (_, $expr, matches) => {
  test.each(["asc", "desc"] as const)("come in their order: %s", async (direction) => {
    for (const [filter, passes] of filters) {
      const all = Array.from({ length: total }, (_unused, n) => n).filter(
        (n) => matches(n) && passes(n),
      );
      const sign = direction === "asc" ? 1 : -1;
      // The order ends with the id, ascending.
      const start = (n: number): number => Math.floor(n / 3);
      const sorted = all.toSorted((a, b) => sign * (start(a) - start(b)) || a - b).map(idOf);
      const sort_by = [{ field: "started_at", direction }];
      const query = { $expr } as Trace.Query;
      for (const limit of [1, 50, 1_000]) {
        const { ids } = await read({ query, filter, sort_by }, limit);
        expect(ids).toEqual(sorted.slice(0, limit));
      }
      const { ids: behind } = await read({ query, filter, sort_by }, 20, 30);
      expect(behind).toEqual(sorted.slice(30, 50));
    }
  });
});

test("only the feedback on near calls is read if they are enough", async () => {
  const all = { $expr: above(100) } as Trace.Query;
  const { statements } = await read({ query: all }, 50);
  const joins = statements.filter((sql) => sql.includes("JOIN"));
  expect(joins).toHaveLength(1);
  expect(joins[0]).toMatch(/weave_ref IN \(SELECT/);
});
