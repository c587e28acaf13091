import type { Trace } from "@heddle/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requesterOf } from "../../../access/testing/requester-of.ts";
import { nobodyLeaves } from "../../../store/testing/nobody-leaves.ts";
import { startTraces, type TestTraces } from "../../../store/traces/testing/start-traces.ts";
import { principalOf } from "../../testing/trace-records.ts";
import { bestCalls } from "./best-calls-sql.ts";
import { callColumns } from "./call-columns-sql.ts";
import { CallsReader } from "./calls-reader-sql.ts";
import { selectCalls } from "./calls-selection.ts";

const total = 3_000;
const { projects } = requesterOf(principalOf("acme"));
const project = projects.named("acme/p");
let store: TestTraces;

/**
 * Call `n` has the score `n % 100`; every fifth has none, every seventh is deleted, and the calls
 * behind them are not there yet.
 */
beforeAll(async () => {
  store = await startTraces();
  const { traces } = store;
  const id = "concat('c', leftPad(toString(number), 6, '0'))";
  const calls = (version: number, isDeleted: number, which: string): string =>
    `INSERT INTO calls (project_id, id, started_at, trace_id, parent_id, version, is_deleted)
    SELECT '${project.id}', ${id}, toDateTime64('2026-01-01', 6, 'UTC') + number * 7919 % 1000, 't',
    if(number % 2 = 0, '', 'p'), ${version}, ${isDeleted} FROM numbers(${total}) WHERE ${which}`;
  await traces.command(calls(1, 0, "1"));
  await traces.command(calls(2, 1, "number % 7 = 0"));
  const feedback = (version: number, payload: string, which: string): string =>
    `INSERT INTO feedback (project_id, id, created_at, weave_ref, call_id, feedback_type, payload, version)
    SELECT '${project.id}', concat('f', ${id}), toDateTime64('2026-02-01', 6, 'UTC'),
    concat('weave-trace-internal:///${project.id}/call/', ${id}), ${id}, 'score',
    ${payload}, ${version} FROM numbers(${total + 100}) WHERE ${which}`;
  await traces.command(
    feedback(1, `concat('{"n":', toString(number % 100), '}')`, "number % 5 != 0"),
  );
  // Pieces that were replaced: only the later score counts.
  await traces.command(feedback(2, `'{"n":-1}'`, "number % 11 = 0 AND number % 5 != 0"));
});
afterAll(() => store[Symbol.asyncDispose]());

type Direction = "asc" | "desc";

const scoreOf = (n: number): number => (n % 11 === 0 ? -1 : n % 100);
const startOf = (n: number): number => (n * 7919) % 1000;
const idOf = (n: number): string => `c${String(n).padStart(6, "0")}`;

function expected(score: Direction, start: Direction | undefined, isRoot: boolean): string[] {
  const [sign, startSign] = [score, start].map((one) => (one === "desc" ? -1 : 1)) as [
    number,
    number,
  ];
  const all = Array.from({ length: total }, (_, n) => n).filter(
    (n) => n % 7 !== 0 && (!isRoot || n % 2 === 0),
  );
  const rest = (a: number, b: number): number =>
    (start === undefined ? 0 : startSign * (startOf(a) - startOf(b))) || a - b;
  const hasScore = (n: number): boolean => n % 5 !== 0;
  const scored = all.filter(hasScore);
  const others = all.filter((n) => !hasScore(n));
  scored.sort((a, b) => sign * (scoreOf(a) - scoreOf(b)) || rest(a, b));
  return [...scored, ...others.toSorted(rest)].map(idOf);
}

interface Asked {
  readonly sort_by: Trace.SortBy[];
  readonly filter?: Trace.CallsFilter;
  readonly limit: number;
  readonly offset?: number;
}

const requestOf = ({ limit, offset = 0, ...asked }: Asked) => ({
  selection: selectCalls(asked, project, projects),
  columns: callColumns({ columns: ["id"] }),
  limit,
  offset,
  signal: nobodyLeaves,
});

async function read(asked: Asked): Promise<string[]> {
  const ids: string[] = [];
  for await (const rows of new CallsReader(store.traces).chunks(requestOf(asked))) {
    for (let row = rows.next(); row; row = rows.next()) ids.push(row.id);
  }
  return ids;
}

/** Whether the feedback alone leads to the calls. */
async function isQuick(asked: Asked): Promise<boolean> {
  return (await bestCalls(store.traces, requestOf(asked))) !== undefined;
}

const byScore = (direction: Direction): Trace.SortBy => ({
  field: "feedback.[score].payload.n",
  direction,
});
const byStart = (direction: Direction): Trace.SortBy => ({ field: "started_at", direction });
const roots = { trace_roots_only: true };

describe.each(["asc", "desc"] as const)("calls by a score, %s", (direction) => {
  test.each([1, 50, 700, 1_000, total])("the first %d", async (limit) => {
    const asked = { sort_by: [byScore(direction)], limit };
    expect(await read(asked)).toEqual(expected(direction, undefined, false).slice(0, limit));
    expect(await isQuick(asked)).toBe(limit <= 1_000);
  });

  test.each(["asc", "desc"] as const)("then by start, %s", async (start) => {
    const asked = { sort_by: [byScore(direction), byStart(start)], limit: 20 };
    expect(await read(asked)).toEqual(expected(direction, start, false).slice(0, 20));
  });

  test("of roots only", async () => {
    const asked = { sort_by: [byScore(direction)], filter: roots, limit: 5 };
    expect(await read(asked)).toEqual(expected(direction, undefined, true).slice(0, 5));
  });

  test("behind an offset", async () => {
    const asked = { sort_by: [byScore(direction)], limit: 30, offset: 45 };
    expect(await read(asked)).toEqual(expected(direction, undefined, false).slice(45, 75));
  });
});

test("other orders and narrow filters are not for it", async () => {
  const sort_by = [byScore("desc")];
  expect(await isQuick({ sort_by: [byStart("asc"), ...sort_by], limit: 5 })).toBe(false);
  expect(await isQuick({ sort_by, filter: { trace_ids: ["t"] }, limit: 5 })).toBe(false);
  expect(await isQuick({ sort_by, filter: { op_names: ["o"] }, limit: 5 })).toBe(false);
  expect(await isQuick({ sort_by, limit: 5 })).toBe(true);
});
