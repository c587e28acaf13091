import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  temporaryRecords,
  type TemporaryRecords,
} from "../../store/records/testing/temporary-records.ts";
import { StoredUsage } from "./usage-sql.ts";
import type { UsageRow } from "./usage-row.ts";

let records: TemporaryRecords;
let usage: StoredUsage;

beforeAll(async () => {
  records = await temporaryRecords();
  usage = new StoredUsage(records);
});
afterAll(() => records.close());
beforeEach(async () => {
  await records.db.deleteFrom("chat_usage").execute();
});

function row(more: Partial<UsageRow> = {}): UsageRow {
  return {
    hour: "2026-11-23T12:00:00Z",
    entity: "acme",
    project: "acme/support",
    model: "m",
    requests: 1,
    failures: 0,
    promptTokens: 2,
    cachedTokens: 3,
    completionTokens: 5,
    ...more,
  };
}

const all = { by: "hour", sinceHour: "" } as const;

test("a second write adds to the first", async () => {
  await usage.add([row(), row({ hour: "2026-11-23T13:00:00Z" })]);
  await usage.add([row({ failures: 1 })]);
  const sum = { requests: 2, failures: 1, promptTokens: 4, cachedTokens: 6, completionTokens: 10 };
  expect(await usage.read(all)).toEqual([row(sum), row({ hour: "2026-11-23T13:00:00Z" })]);
});

test("a day sums up its hours", async () => {
  const hours = ["2026-11-22T23:00:00Z", "2026-11-23T00:00:00Z", "2026-11-23T23:00:00Z"];
  await usage.add(hours.map((hour) => row({ hour })));
  expect(await usage.read({ ...all, by: "day" })).toMatchObject([
    { hour: "2026-11-22", requests: 1 },
    { hour: "2026-11-23", requests: 2, completionTokens: 10 },
  ]);
  expect(await usage.read({ by: "day", sinceHour: "2026-11-23" })).toHaveLength(1);
});

test("two projects, two models and two entities are kept apart, and can be asked for alone", async () => {
  const rows = [
    row(),
    row({ model: "n" }),
    row({ project: "acme/other" }),
    row({ entity: "globex", project: "globex/support" }),
  ];
  await usage.add(rows);
  expect(await usage.read(all)).toHaveLength(4);
  const projects = async (project: string, model?: string): Promise<readonly string[]> =>
    (await usage.read({ ...all, project, model })).map((one) => `${one.project} ${one.model}`);
  expect(await projects("acme/support")).toEqual(["acme/support m", "acme/support n"]);
  expect(await projects("acme/support", "n")).toEqual(["acme/support n"]);
  expect(await projects("support", "m")).toEqual(["acme/support m", "globex/support m"]);
  expect(await projects("acme/supp")).toEqual([]);
});

test("more rows than one statement takes are stored", async () => {
  const rows = Array.from({ length: 2_500 }, (_, at) => row({ project: `acme/${at}` }));
  await usage.add(rows);
  expect(await usage.read(all)).toHaveLength(2_500);
});
