import { afterAll, beforeAll, expect, test } from "vitest";
import { callRow } from "./testing/call-rows.ts";
import { startTraces, type TestTraces } from "./testing/start-traces.ts";
import { sendSignal } from "./testing/send-signal.ts";
import { until } from "./testing/until.ts";
import { TableWriter } from "./writer.ts";
import { ownRead } from "./traces.ts";

const isRemote = process.env["HEDDLE_TEST_CLICKHOUSE"] !== undefined;
const rounds = 5;
const connections = 16;

let store: TestTraces;

beforeAll(async () => {
  store = await startTraces();
});

afterAll(() => store[Symbol.asyncDispose](), 60_000);

test.skipIf(isRemote)(
  "when the engine is killed, no acknowledged row is lost and no row is doubled",
  async () => {
    const { traces } = store;
    const writer = new TableWriter({ traces, table: "calls", maxQueuedBytes: 64e6 });
    const acknowledged: string[] = [];
    const over = new AbortController();

    // Half of the connections share inserts, half send their own, so a kill meets every state.
    const write = async (connection: number): Promise<void> => {
      for (let turn = 0; !over.signal.aborted; turn += 1) {
        const ids = Array.from({ length: 1 + (turn % 5) }, () => crypto.randomUUID());
        const rows = ids.map((id, index) => callRow("killed", turn * 10 + index, id));
        if (connection % 2 === 0) await writer.write(rows);
        else await traces.insert("calls", rows, crypto.randomUUID());
        acknowledged.push(...ids);
      }
    };
    const writing = Array.from({ length: connections }, (_, connection) => write(connection));

    for (let round = 0; round < rounds; round += 1) {
      const target = acknowledged.length + 150 + round * 37;
      await until(() => acknowledged.length > target);
      const { enginePid } = traces;
      sendSignal(enginePid, "SIGKILL");
      await until(() => traces.enginePid !== undefined && traces.enginePid !== enginePid);
    }
    over.abort();
    await Promise.all(writing);
    await writer.close();

    const byKey = await traces.query<{ id: string }>(
      "SELECT id FROM calls FINAL WHERE project_id = 'killed'",
      {},
      ownRead,
    );
    const seen = new Set(byKey.map((row) => row.id));
    expect(seen.size).toBe(byKey.length);
    expect(acknowledged.filter((id) => !seen.has(id))).toEqual([]);

    const byId = new Map<string, number>();
    for (let from = 0; from < acknowledged.length; from += 1000) {
      const ids = acknowledged.slice(from, from + 1000);
      const rows = await traces.query<{ id: string; keys: number }>(
        "SELECT id, uniqExact(started_at) AS keys FROM calls " +
          "WHERE project_id = 'killed' AND id IN {ids:Array(String)} GROUP BY id",
        { ids },
        { ...ownRead, settings: { preferred_optimize_projection_name: "by_id" } },
      );
      for (const { id, keys } of rows) byId.set(id, keys);
    }
    expect(acknowledged.filter((id) => byId.get(id) !== 1)).toEqual([]);
  },
);
