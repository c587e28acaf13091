import { expect, test } from "vitest";
import { noUsage } from "./usage-counts.ts";
import { UsageMeter, type UsageMeterParts } from "./usage-meter.ts";
import type { UsageRow } from "./usage-row.ts";

const noon = Date.UTC(2026, 10, 23, 12);
const series = { entity: "acme", project: "acme/support", model: "m" };
const other = { entity: "acme", project: "", model: "" };

/** A meter over a store that keeps what it is given, or fails. */
function trial(more: Partial<UsageMeterParts> = {}) {
  const stored: UsageRow[] = [];
  const said: string[] = [];
  const state = { nowMs: noon, isFull: false, tries: 0 };
  const meter = new UsageMeter({
    store: {
      add: async (rows) => {
        await Promise.resolve();
        state.tries += 1;
        if (state.isFull) throw new Error("the disk is full");
        stored.push(...rows.map((row) => ({ ...row })));
      },
    },
    log: {
      error: (_: object, text?: string) => said.push(`error: ${text}`),
      info: (_: object, text?: string) => said.push(`info: ${text}`),
    },
    nowMs: () => state.nowMs,
    intervalMs: 5,
    ...more,
  });
  return { meter, stored, said, state };
}

test("counts of a series in an hour are one row, written by themselves", async () => {
  const { meter, stored } = trial();
  meter.add(series, { requests: 1 });
  meter.add(series, { promptTokens: 5, cachedTokens: 2 });
  meter.add(series, { completionTokens: 7 });
  await expect.poll(() => stored).toHaveLength(1);
  const counts = { requests: 1, failures: 0, promptTokens: 5, cachedTokens: 2 };
  expect(stored).toEqual([
    { ...series, hour: "2026-11-23T12:00:00Z", ...counts, completionTokens: 7 },
  ]);
  meter.add(series, { completionTokens: 1 });
  await meter.close();
  expect(stored.slice(1)).toMatchObject([{ requests: 0, completionTokens: 1 }]);
});

test("an answer across an hour counts in both", async () => {
  const { meter, stored, state } = trial();
  meter.add(series, { completionTokens: 1 });
  state.nowMs += 3_599_999;
  meter.add(series, { completionTokens: 2 });
  state.nowMs += 1;
  meter.add(series, { completionTokens: 4 });
  // A clock that is set back.
  state.nowMs -= 1;
  meter.add(series, { completionTokens: 8 });
  await meter.close();
  expect(stored.map(({ hour, completionTokens }) => [hour, completionTokens])).toEqual([
    ["2026-11-23T12:00:00Z", 11],
    ["2026-11-23T13:00:00Z", 4],
  ]);
});

test("a flood of project names takes no more rows than its bound, and loses no count", async () => {
  const { meter, stored, state } = trial({ maxSeries: 3, intervalMs: 60_000 });
  const flood = (): void => {
    for (let at = 0; at < 1_000; at += 1)
      meter.add({ ...series, project: `acme/${at}` }, { requests: 1 });
  };
  flood();
  expect(meter.waiting).toBe(4);
  await meter.write();
  flood();
  meter.add({ ...series, entity: "globex", project: "globex/a" }, { requests: 1 });
  await meter.write();
  expect(new Set(stored.map(({ project }) => project))).toEqual(
    new Set(["acme/0", "acme/1", "acme/2", "", "globex/a"]),
  );
  expect(stored.reduce((sum, { requests }) => sum + requests, 0)).toBe(2_001);
  expect(stored.find(({ project }) => project === "")).toMatchObject({ ...other, requests: 997 });
  state.nowMs += 3_600_000;
  meter.add({ ...series, project: "acme/999" }, { requests: 1 });
  await meter.close();
  expect(stored.at(-1)).toMatchObject({ project: "acme/999" });
});

test("what a full disk refuses is written later, and the log says it once", async () => {
  const { meter, stored, said, state } = trial();
  state.isFull = true;
  meter.add(series, { requests: 1 });
  await expect.poll(() => said).toHaveLength(1);
  meter.add(series, { requests: 1, failures: 1 });
  await expect.poll(() => state.tries).toBeGreaterThan(3);
  expect(said).toEqual(["error: usage is not written, and waits in memory"]);
  await expect(meter.write()).rejects.toThrow("the disk is full");
  state.isFull = false;
  await expect.poll(() => stored).toHaveLength(1);
  expect(stored).toMatchObject([{ ...noUsage(), requests: 2, failures: 1 }]);
  await expect.poll(() => said.at(-1)).toBe("info: usage is written again");
});
