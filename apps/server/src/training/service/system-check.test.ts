import { EngineError } from "@heddle/engine";
import { expect, test } from "vitest";
import { isWell, SystemCheck } from "./system-check.ts";

const noWorker = { success: false, duration: null, error: "no training worker" };

const hasRecords = async (): Promise<boolean> => true;
const engineAnswers = async (): Promise<boolean> => true;
const hasRunner = (): boolean => true;
const nowMs = (): number => 7;
const good = { success: true, duration: 0, error: null };

test("the check reports each part", async () => {
  const check = await new SystemCheck({ hasRecords, hasRunner, engineAnswers, nowMs }).result();
  expect(check).toEqual({ api: true, database: true, cpu_queue: good, gpu_queue: good });
  expect(isWell(check)).toBe(true);
});

test.each([
  [{ hasRunner: () => false }, "no training worker"],
  [{ hasRecords: async () => false }, "the queue does not answer"],
])("a queue that nobody can use is reported: %#", async (broken, error) => {
  const parts = { hasRecords, hasRunner, engineAnswers, ...broken };
  const check = await new SystemCheck(parts).result();
  expect(check.cpu_queue).toEqual({ success: false, duration: null, error });
  expect(isWell(check)).toBe(false);
});

test.each([
  [async () => false, "the engine has no worker; it is starting one"],
  [
    () => Promise.reject(new EngineError("unavailable", "/var/secret is full")),
    "the engine does not answer (unavailable)",
  ],
])("an engine that does not work is reported, without its message: %#", async (answers, error) => {
  const check = await new SystemCheck({ hasRecords, hasRunner, engineAnswers: answers }).result();
  expect(check.gpu_queue).toEqual({ success: false, duration: null, error });
});

test("the store is asked once in five seconds, whatever the number of requests", async () => {
  let asked = 0;
  let clockMs = 0;
  const check = new SystemCheck({
    engineAnswers,
    hasRunner,
    hasRecords: async () => {
      asked += 1;
      return asked === 1;
    },
    nowMs: () => clockMs,
  });
  await Promise.all(Array.from({ length: 100 }, () => check.result()));
  clockMs = 4_999;
  expect((await check.result()).database).toBe(true);
  expect(asked).toBe(1);
  clockMs = 5_000;
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
