import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ProjectId } from "../../../access/project-id.ts";
import { ownRead } from "../../../store/traces/traces.ts";
import { startTraces, type TestTraces } from "../../../store/traces/testing/start-traces.ts";
import { nobodyLeaves } from "../../../store/testing/nobody-leaves.ts";
import { columnText, type Instant, instantOfColumn } from "../../instant.ts";
import { Parameters } from "../../query/parameters.ts";
import { figuresOf } from "./figures.ts";
import { StatsReader } from "./stats-reader-sql.ts";
import { timeBuckets } from "../../statistics/time-buckets.ts";
import { TimeZone } from "../../statistics/time-zone.ts";

const projectId = "p" as ProjectId;
const hour = 3_600;
const day = 24 * hour;
const changes = [
  "2006-10-29T02:31Z",
  "2011-12-30T10:00Z",
  "2025-03-30T01:00Z",
  "2025-11-02T06:00Z",
];
const started: Instant[] = changes.flatMap((iso) => {
  const around = Date.parse(iso) * 1000;
  // 37 minutes and a bit, so that calls start at all minutes of an hour.
  return Array.from({ length: 400 }, (_, at) => around + (at - 200) * 2_220_000_007);
});
const edges = changes.map((iso) => Date.parse(iso) * 1000);

let store: TestTraces;

beforeAll(async () => {
  store = await startTraces();
  const rows = [...started, ...edges].map((at, index) =>
    JSON.stringify({ project_id: projectId, id: String(index), started_at: columnText(at) }),
  );
  await store.traces.insert("calls", rows, crypto.randomUUID());
});
afterAll(() => store[Symbol.asyncDispose]());

const spans = fc.record({
  start: fc
    .tuple(fc.constantFrom(...edges), fc.integer({ min: -4 * day, max: day }))
    .map(([at, seconds]) => at + seconds * 1_000_000 + (seconds % 7)),
  seconds: fc.integer({ min: 1, max: 6 * day }),
  granularity: fc.oneof(
    fc.constantFrom(300, 900, hour, 2 * hour, 6 * hour, day, 7 * day),
    fc.integer({ min: 60, max: 9 * day }),
  ),
});

const zones = ["UTC", "Europe/Berlin", "America/New_York", "America/St_Johns", "Pacific/Apia"];

test("the engine counts each call in the bucket that began last", async () => {
  const reader = new StatsReader(store.traces);
  const figures = figuresOf("call_metrics", [{ metric: "call_count" }]);
  const zone = fc.constantFrom(...zones);
  await fc.assert(
    fc.asyncProperty(spans, zone, async ({ start, seconds, granularity }, name) => {
      const end = start + seconds * 1_000_000;
      const buckets = timeBuckets(TimeZone.named(name)!, start, end, granularity);
      const filter = { conditions: [], callIds: undefined };
      const parameters = new Parameters();
      const selection = { projectId, filter, parameters, start, end, buckets };
      const rows = await reader.ofCalls(selection, figures, nobodyLeaves);
      const expected = new Map<number, number>();
      for (const at of [...started, ...edges].filter((one) => one >= start && one < end)) {
        const index = buckets.starts.findLastIndex((begin) => begin <= at);
        expected.set(index, (expected.get(index) ?? 0) + 1);
      }
      expect(new Map(rows.map(({ bucket, count }) => [bucket, count]))).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

describe("the engine's own intervals begin at the same moments", () => {
  const cases = [
    ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia"],
    ["15 MINUTE", "1 HOUR", "2 HOUR", "6 HOUR", "12 HOUR", "1 DAY"],
  ] as const;
  const units = { MINUTE: 60, HOUR: hour, DAY: day };
  const pairs = cases[0].flatMap((zone) => cases[1].map((interval) => [zone, interval] as const));

  test.each(pairs)("%s, %s", async (zone, interval) => {
    const [count, unit] = interval.split(" ") as [string, keyof typeof units];
    const rows = await store.traces.query<{ at: string; begin: string }>(
      `SELECT DISTINCT started_at AS at,
        toDateTime64(toStartOfInterval(started_at, INTERVAL ${interval}, '${zone}'), 6, 'UTC') AS begin
      FROM calls`,
      {},
      ownRead,
    );
    expect(rows.length).toBeGreaterThan(1_000);
    for (const { at, begin } of rows) {
      const instant = instantOfColumn(at);
      const ours = timeBuckets(
        TimeZone.named(zone)!,
        instant,
        instant + 1,
        Number(count) * units[unit],
      );
      expect([at, ours.starts]).toEqual([at, [instantOfColumn(begin)]]);
    }
  });
});
