import { afterAll, beforeAll, expect, test } from "vitest";
import { RowRefused } from "../errors.ts";
import { callRow } from "./testing/call-rows.ts";
import { startTraces, type TestTraces } from "./testing/start-traces.ts";
import { insertRows, TableWriter } from "./writer.ts";
import { ownRead } from "./traces.ts";

let store: TestTraces;

beforeAll(async () => {
  store = await startTraces();
});

afterAll(() => store[Symbol.asyncDispose]());

const bad = '{"project_id":"bad","started_at":"no time"}';

async function ids(project: string): Promise<string[]> {
  const rows = await store.traces.query<{ id: string }>(
    "SELECT id FROM calls FINAL WHERE project_id = {project:String} ORDER BY started_at",
    { project },
    ownRead,
  );
  return rows.map((row) => row.id);
}

test("a refused row fails only the request that brought it", async () => {
  const writer = new TableWriter({ traces: store.traces, table: "calls", maxQueuedBytes: 1e7 });
  const requests = Array.from({ length: 40 }, (_, index) => [callRow("shared", index, `${index}`)]);
  requests[7]?.push(bad);
  requests[23]?.unshift(bad);
  const outcomes = await Promise.allSettled(requests.map((rows) => writer.write(rows)));
  const failed = outcomes.flatMap((outcome, index) =>
    outcome.status === "rejected" ? [index] : [],
  );
  expect(failed).toEqual([7, 23]);
  for (const index of failed) {
    expect(outcomes[index]).toEqual({ status: "rejected", reason: new RowRefused("A call") });
  }
  expect(await ids("shared")).toEqual(Array.from({ length: 40 }, (_, index) => `${index}`));
  await writer.close();
});

test.each([
  ["the first", [0]],
  ["the last", [16]],
  ["several", [3, 4, 11]],
  ["all", Array.from({ length: 17 }, (_, index) => index)],
])("finds the refused rows of a group: %s", async (which, refused) => {
  const rows = Array.from({ length: 17 }, (_, index) =>
    refused.includes(index) ? bad : callRow(which, index, `${index}`),
  );
  const outcomes = await insertRows(store.traces, "calls", rows);
  const failed = outcomes.flatMap((outcome, index) => (outcome === undefined ? [] : [index]));
  expect(failed).toEqual(refused);
  const kept = rows.flatMap((_, index) => (refused.includes(index) ? [] : [`${index}`]));
  expect(await ids(which)).toEqual(kept);
});
