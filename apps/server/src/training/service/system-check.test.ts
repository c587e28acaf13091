import { expect, test } from "vitest";
import { isWell, SystemCheck } from "./system-check.ts";

const noWorker = { success: false, duration: null, error: "no training worker" };

test("without workers the system is not well, and the check reports each part", async () => {
  const check = await new SystemCheck({ hasRecords: async () => true }).result();
  expect(check).toEqual({ api: true, database: true, cpu_queue: noWorker, gpu_queue: noWorker });
  expect(isWell(check)).toBe(false);
});

test("the store is asked once in five seconds, whatever the number of requests", async () => {
  let asked = 0;
  let nowMs = 0;
  const check = new SystemCheck({
    hasRecords: async () => {
      asked += 1;
      return asked === 1;
    },
    nowMs: () => nowMs,
  });
  await Promise.all(Array.from({ length: 100 }, () => check.result()));
  nowMs = 4_999;
  expect((await check.result()).database).toBe(true);
  expect(asked).toBe(1);
  nowMs = 5_000;
  expect((await check.result()).database).toBe(false);
  expect(asked).toBe(2);
});

test("the system is well only if every part works", () => {
  const well = { success: true, duration: 0.1, error: null };
  const all = { api: true, database: true, cpu_queue: well, gpu_queue: well };
  expect(isWell(all)).toBe(true);
  expect(isWell({ ...all, database: false })).toBe(false);
  expect(isWell({ ...all, cpu_queue: noWorker })).toBe(false);
});
