import { afterAll, beforeAll, expect, test } from "vitest";
import { requesterOf } from "../../../access/testing/requester-of.ts";
import { RowRefused } from "../../../store/errors.ts";
import { startTraces, type TestTraces } from "../../../store/traces/testing/start-traces.ts";
import { part, type StartPart } from "../record/part.ts";
import { CallsWriter } from "./calls-writer.ts";
import { principalOf } from "../../testing/trace-records.ts";
import { ownRead } from "../../../store/traces/traces.ts";

const { id: projectId } = requesterOf(principalOf("acme")).projects.writable("acme/p");
let store: TestTraces;

beforeAll(async () => {
  store = await startTraces();
});
afterAll(() => store[Symbol.asyncDispose]());

const startPart = (columns: object): StartPart => ({
  startedAt: "2026-01-01 00:00:00.000000",
  displayName: undefined,
  ...part(columns, {}),
});

test("a row that the engine refuses fails its own request and no other of the flush", async () => {
  const writer = new CallsWriter({
    traces: store.traces,
    nowUs: () => Date.now() * 1000,
    isShared: true,
  });
  const write = (id: string, columns: object): Promise<void> =>
    writer.write([{ key: { projectId, id }, start: startPart(columns) }]);
  const good = Array.from({ length: 20 }, (_, i) => write(`good ${i}`, { trace_id: "t" }));
  const bad = write("bad", { trace_id: "t", wb_run_step: "no number" });
  const outcomes = await Promise.allSettled([...good, bad]);
  expect(outcomes.slice(0, -1).every(({ status }) => status === "fulfilled")).toBe(true);
  expect(outcomes.at(-1)).toMatchObject({
    status: "rejected",
    reason: expect.any(RowRefused) as unknown,
  });
  const rows = await store.traces.query(
    "SELECT id FROM calls FINAL WHERE project_id = {projectId:String}",
    { projectId },
    ownRead,
  );
  expect(rows).toHaveLength(20);
  await writer.close();
});
