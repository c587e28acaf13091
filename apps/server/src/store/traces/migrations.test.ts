import { afterAll, beforeAll, expect, test } from "vitest";
import { NewerStore } from "../errors.ts";
import { migrate, migrations, type Migration } from "./migrations.ts";
import { openTraces } from "./open-traces.ts";
import { silentLog } from "./testing/silent-log.ts";
import { startTraces, type TestTraces } from "./testing/start-traces.ts";
import { ownRead } from "./traces.ts";

let store: TestTraces;

beforeAll(async () => {
  store = await startTraces();
});

afterAll(() => store[Symbol.asyncDispose]());

const next: Migration = {
  number: migrations.length + 1,
  name: "a later step",
  statements: ["CREATE TABLE IF NOT EXISTS later (a UInt8) ENGINE = {R}MergeTree ORDER BY a"],
};

const applied = (): Promise<{ number: number }[]> =>
  store.traces.query("SELECT number FROM schema_migrations ORDER BY number", {}, ownRead);

test("migrations are numbered from one without a gap", () => {
  expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, index) => index + 1));
});

test("each migration runs once, also if two servers start at once", async () => {
  await Promise.all([migrate(store.traces), migrate(store.traces)]);
  expect(await applied()).toEqual(migrations.map(({ number }) => ({ number })));
});

test("migrations of a newer release stop an older one, with both numbers", async () => {
  await migrate(store.traces, { steps: [...migrations, next] });
  expect(await applied()).toHaveLength(next.number);
  const refusal = new NewerStore("trace store", next.number, migrations.length);
  await expect(migrate(store.traces)).rejects.toEqual(refusal);
  expect(refusal.message).toMatch(new RegExp(`schema ${next.number}.*up to ${migrations.length}`));
});

test.skipIf(process.env["HEDDLE_TEST_CLICKHOUSE"] !== undefined)(
  "after that refusal the folder is closed, so that the newer release can open it",
  async () => {
    await store.traces.close();
    const { dataDir } = store;
    const opening = openTraces({ dataDir, log: silentLog });
    await expect(opening).rejects.toBeInstanceOf(NewerStore);
    await expect(openTraces({ dataDir, log: silentLog })).rejects.toBeInstanceOf(NewerStore);
  },
);
