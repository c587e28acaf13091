import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { noUsage } from "../inference/usage/usage-counts.ts";
import { StoredUsage } from "../inference/usage/usage-sql.ts";
import { openRecords } from "../store/records/records.ts";
import { recordedIo } from "./testing/recorded-io.ts";
import { runUsage } from "./usage.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "heddle-usage-"));
  const records = await openRecords({ file: join(folder, "records.db") });
  const row = { ...noUsage(), entity: "acme", project: "acme/support", model: "m", requests: 1 };
  await new StoredUsage(records).add([
    { ...row, hour: "2026-11-01T05:00:00Z" },
    { ...row, hour: "2026-11-22T05:00:00Z", promptTokens: 30, cachedTokens: 20 },
    { ...row, hour: "2026-11-23T05:00:00Z", completionTokens: 7 },
    { ...row, hour: "2026-11-23T06:00:00Z", failures: 1 },
    { ...row, hour: "2026-11-23T06:00:00Z", project: "", model: "", requests: 400 },
  ]);
  await records.close();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function run(...args: string[]) {
  const io = recordedIo("/", { HEDDLE_DATA_DIR: folder });
  const status = await runUsage(args, io, () => Date.UTC(2026, 10, 23, 7));
  return { ...io, status };
}

test("shows the days of a week", async () => {
  const { status, outLines } = await run();
  expect(status).toBe(0);
  expect(outLines.map((line) => line.replaceAll(/ +/g, " "))).toEqual([
    "TIME PROJECT MODEL REQUESTS FAILURES PROMPT CACHED COMPLETION",
    "2026-11-22 acme/support m 1 0 30 20 0",
    "2026-11-23 acme/(others) (others) 400 0 0 0 0",
    "2026-11-23 acme/support m 2 1 0 0 7",
  ]);
});

test("shows hours of a project and a model as JSON", async () => {
  const asked = ["--by", "hour", "--days", "1", "--project", "support", "--model", "m", "--json"];
  const { outLines } = await run(...asked);
  const counts = { requests: 1, failures: 0, prompt_tokens: 0, cached_tokens: 0 };
  const of = { entity: "acme", project: "acme/support", model: "m" };
  expect(JSON.parse(outLines.join("\n"))).toEqual([
    { time: "2026-11-23T05:00:00Z", ...of, ...counts, completion_tokens: 7 },
    { time: "2026-11-23T06:00:00Z", ...of, ...counts, failures: 1, completion_tokens: 0 },
  ]);
});

test.each([
  [["--by", "week"], '--by is "week", which is not one of hour, day.'],
  [["--days", "0"], '--days is "0", which is not a whole number from 1 to 3660.'],
  [["--days", "1e3"], '--days is "1e3", which is not a whole number from 1 to 3660.'],
])("refuses %j", async (args, message) => {
  expect(await run(...args)).toMatchObject({ status: 1, errLines: [`heddle usage: ${message}`] });
});
