import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Bench } from "../bench.ts";
import { freshFolder } from "../bench.ts";
import { timedRun } from "../processes/measured-run.ts";
import { figure, type Table } from "../report/table.ts";

/** The output of `packages/server-kit/bench/large-body.ts` for one body. */
interface LargeBody {
  /** A status, or that the body fits the schema. */
  readonly outcome: string;
  /** Processor time. */
  readonly seconds: number;
  /** Beyond the memory of the process with the body's bytes in it. */
  readonly peakBytes: number;
}

/** A large body, and its cost. */
export interface LargeBodyRow extends LargeBody {
  readonly label: string;
  readonly mib: number;
}

const program = fileURLToPath(
  new URL("../../packages/server-kit/bench/large-body.ts", import.meta.url),
);
const most = 32 * 1024 * 1024 - 1024;

/** Repeats `item` up to the size of the longest body, or `count` times. */
function repeated(item: string, count: number = Infinity): string {
  return `${item},`.repeat(Math.min(count, Math.floor(most / (item.length + 1)))).slice(0, -1);
}

function members(count: number): string {
  return Array.from({ length: count }, (_, i) => `"m${i}":1`).join(",");
}

const query = (operands: string): string =>
  `{"project_id":"a/b","query":{"$expr":{"$and":[${operands}]}}}`;
const batch = (items: string): string => `{"batch":[${items}]}`;
const start = (inputs: string): string =>
  batch(
    `{"mode":"start","req":{"start":{"project_id":"a/b","op_name":"o","started_at":` +
      `"2026-01-01T00:00:00Z","attributes":{},"inputs":${inputs}}}}`,
  );
const end =
  `{"mode":"end","req":{"end":{"project_id":"a/b","id":"i",` +
  `"ended_at":"2026-01-01T00:00:00Z","summary":{}}}}`;

/** The most expensive bodies found, just within the limits, and some beyond them. */
const bodies: readonly (readonly [label: string, operation: string, text: () => string])[] = [
  ["16 million numbers in an array", "calls.upsertBatch", () => start(`{"x":[${repeated("1")}]}`)],
  ["8 million texts in an array", "calls.upsertBatch", () => start(`{"x":[${repeated('"a"')}]}`)],
  ["a million members", "calls.upsertBatch", () => start(`{${members(999_980)}}`)],
  ["a million empty objects", "calls.upsertBatch", () => start(`[${repeated("{}", 999_980)}]`)],
  ["a batch of 90,000 ends", "calls.upsertBatch", () => batch(repeated(end, 90_000))],
  ["a batch of 900,000 empty objects", "calls.upsertBatch", () => batch(repeated("{}", 900_000))],
  ["a query of 1,000 operands", "calls.query", () => query(repeated('{"$literal":1}', 1_000))],
  ["a query of 1,001 operands", "calls.query", () => query(repeated('{"$literal":1}', 1_001))],
  ["a query of 1,200,000 operands", "calls.query", () => query(repeated('{"$literal":1}', 1.2e6))],
  ["11 million empty objects", "calls.query", () => query(repeated("{}"))],
];

/** Each runs in a process of its own, so that memory left by one does not count for the next. */
export async function measureLargeBodies(bench: Bench): Promise<readonly LargeBodyRow[]> {
  const file = join(await freshFolder(bench), "body.json");
  const rows: LargeBodyRow[] = [];
  for (const [label, operation, text] of bodies) {
    const body = text();
    await writeFile(file, body);
    const { output } = await timedRun([program, "--operation", operation, "--body", file]);
    const cost = JSON.parse(output) as LargeBody;
    rows.push({ label, mib: body.length / 2 ** 20, ...cost });
    bench.say(`${label}: ${figure(cost.seconds)} s`);
  }
  return rows;
}

export function largeBodiesTable(rows: readonly LargeBodyRow[]): Table {
  return {
    name: "large-bodies",
    columns: ["body", "MiB", "answer", "processor time, budget 4 s", "memory, budget 500 MB"],
    rows: rows.map(({ label, mib, outcome, seconds, peakBytes }) => [
      label,
      figure(mib),
      outcome,
      `${figure(seconds)} s`,
      `${Math.round(peakBytes / 1e6)} MB`,
    ]),
  };
}
