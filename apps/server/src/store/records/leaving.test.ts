import { setImmediate as asked } from "node:timers/promises";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Cancelled } from "../errors.ts";
import { nobodyLeaves } from "../testing/nobody-leaves.ts";
import { type TemporaryRecords, temporaryRecords } from "./testing/temporary-records.ts";

let records: TemporaryRecords;
beforeEach(async () => {
  records = await temporaryRecords();
});
afterEach(() => records.close());

/** A read that keeps SQLite busy for about a second. */
const counted = (signal: AbortSignal | undefined): Promise<unknown> => {
  const numbers = sql<{ n: number }>`(with recursive numbers(n) as
    (select 1 union all select n + 1 from numbers where n < 3000000) select max(n) as n from numbers)`;
  return records.reading(signal).selectFrom(numbers.as("numbers")).selectAll().execute();
};
const names = (signal: AbortSignal): Promise<unknown> =>
  records.reading(signal).selectFrom("entities").select("name").execute();
const cpuMs = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

test("an aborted read is not started", async () => {
  await expect(counted(AbortSignal.abort())).rejects.toThrow(Cancelled);
});

test("aborting ends the wait at once, and the waiting statements are not started", async () => {
  const leaving = new AbortController();
  let waiting: Promise<unknown>[] = [];
  const ofOne = await cpuMs(async () => {
    const first = counted(undefined);
    waiting = Array.from({ length: 5 }, () => counted(leaving.signal));
    await asked();
    leaving.abort();
    for (const one of waiting) await expect(one).rejects.toThrow(Cancelled);
    await first;
  });
  // Answers come in order: this one would come after the aborted reads if they ran.
  expect(await cpuMs(() => names(nobodyLeaves))).toBeLessThan(ofOne);
});

test("aborting one read stops neither other reads nor writes", async () => {
  const leaving = new AbortController();
  const stays = new AbortController();
  const reads = [counted(leaving.signal), counted(stays.signal)];
  const writes = [
    records.writing.insertInto("entities").values({ name: "a", created_at: "" }).execute(),
  ];
  await asked();
  leaving.abort();
  await expect(reads[0]).rejects.toThrow(Cancelled);
  expect(await reads[1]).toEqual([{ n: 3_000_000 }]);
  await Promise.all(writes);
  expect(await names(nobodyLeaves)).toEqual([{ name: "a" }]);
});
