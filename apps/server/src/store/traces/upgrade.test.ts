import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { traceSteps } from "../testing/present-steps.ts";
import { releasedStepProblems, releasedSteps } from "../testing/released-steps.ts";
import { changes, migrate, type Migration, migrations, migrationsOf } from "./migrations.ts";
import { openTraces, type OpenedTraces } from "./open-traces.ts";
import * as allTables from "./tables/all-tables.ts";
import { durability } from "./tables/durability.ts";
import { queuedTable, type TraceTable } from "./tables/trace-table.ts";
import { callRow } from "./testing/call-rows.ts";
import { silentLog } from "./testing/silent-log.ts";
import { startTraces, type TestTraces } from "./testing/start-traces.ts";
import { ownRead } from "./traces.ts";

const released: readonly Migration[] = releasedSteps("traces").map(({ name, statements }) => {
  return { number: Number(name), name, statements };
});
const next = released.length + 1;

/** A table that somebody adds after a release. */
function laterTable(since: number): TraceTable {
  const create = `
CREATE TABLE IF NOT EXISTS later_table (project_id String, id String) ENGINE = {R}ReplacingMergeTree
ORDER BY (project_id, id)
SETTINGS ${durability}`;
  return queuedTable({
    name: "later_table",
    entries: { one: "A row", many: "rows" },
    since,
    create,
  });
}

const withLater = (since: number): readonly Migration[] =>
  migrationsOf([...Object.values(allTables), laterTable(since)], changes);

describe("the steps that a release contains", () => {
  test("have the same statements as then", () => {
    expect(released.length).toBeGreaterThan(0);
    expect(releasedStepProblems("traces", traceSteps()).join("\n")).toBe("");
  });

  test("take no new table; the refusal names the number to use", () => {
    const [problem, ...others] = releasedStepProblems("traces", traceSteps(withLater(1)));
    expect(problem).toContain("Step 0001 of the traces was released");
    expect(problem).toContain("\n+ CREATE TABLE IF NOT EXISTS later_table ");
    expect(problem).toContain(`use \`since: ${next}\``);
    expect(others).toEqual([]);
    expect(releasedStepProblems("traces", traceSteps(withLater(next)))).toEqual([]);
  });

  test("neither lose a statement nor disappear", () => {
    const [first, ...others] = migrations;
    const emptied: readonly Migration[] = [{ ...first!, statements: [] }, ...others];
    for (const steps of [emptied, []]) {
      expect(releasedStepProblems("traces", traceSteps(steps))[0]).toContain(
        "\n- CREATE TABLE IF NOT EXISTS calls (",
      );
    }
  });
});

describe("a data folder that the released steps have made", () => {
  let store: TestTraces;
  let fresh: readonly string[];
  let traces: OpenedTraces;
  let reopened: OpenedTraces | undefined;

  beforeAll(async () => {
    store = await startTraces();
    traces = store.traces;
    fresh = await tablesIn(traces);
    for (const { name } of Object.values(allTables))
      await traces.command(`DROP TABLE ${name} SYNC`);
    await traces.command("DROP TABLE schema_migrations SYNC");
    await migrate(traces, { steps: released });
    await traces.insert("calls", [callRow("old", 1, "kept")], crypto.randomUUID());
  });
  afterAll(async () => {
    await reopened?.close();
    await store[Symbol.asyncDispose]();
  });

  test("gets every table of a fresh one when it is opened, and keeps its rows", async () => {
    if (process.env["HEDDLE_TEST_CLICKHOUSE"] === undefined) {
      await traces.close();
      traces = reopened = await openTraces({ dataDir: store.dataDir, log: silentLog });
    } else {
      await migrate(traces);
    }
    expect(await tablesIn(traces)).toEqual(fresh);
    const rows = await traces.query("SELECT id FROM calls", {}, ownRead);
    expect(rows).toEqual([{ id: "kept" }]);
  });

  test("gets a table with the next number, and never one with an old number", async () => {
    const hasLater = async (): Promise<boolean> =>
      (await tablesIn(traces)).some((statement) => statement.includes(".later_table"));
    await migrate(traces, { steps: withLater(1) });
    expect(await hasLater()).toBe(false);
    await migrate(traces, { steps: withLater(migrations.length + 1) });
    expect(await hasLater()).toBe(true);
  });
});

/** The statements that would make the tables again, as the engine states them. */
async function tablesIn(traces: OpenedTraces): Promise<readonly string[]> {
  const rows = await traces.query<{ made: string }>(
    "SELECT create_table_query AS made FROM system.tables WHERE database = currentDatabase() " +
      "ORDER BY name",
    {},
    ownRead,
  );
  return rows.map(({ made }) => made);
}
