import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { CallLimit } from "./call-limit.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("names what came first, signal or deadline, and tells each listener once", async () => {
  const controller = new AbortController();
  const limit = new CallLimit({ signal: controller.signal, deadlineMs: 100 });
  const heard: unknown[] = [];
  limit.onExceeded((error) => heard.push(error.kind));
  limit.onExceeded((error) => heard.push(error.kind))();
  await vi.advanceTimersByTimeAsync(100);
  controller.abort();
  expect(heard).toEqual(["deadline"]);
  expect(() => limit.check()).toThrow("100 ms");
});

it("gives a promise up that does not come in time, and leaves one alone that does", async () => {
  const limit = new CallLimit({ deadlineMs: 50 });
  expect(await limit.race(Promise.resolve(3))).toBe(3);
  const outcome = Promise.allSettled([limit.race(new Promise(() => {}))]);
  await vi.advanceTimersByTimeAsync(50);
  expect(await outcome).toMatchObject([{ status: "rejected", reason: { kind: "deadline" } }]);
});

it("leaves neither timer nor listener behind when it is closed", () => {
  const controller = new AbortController();
  const remove = vi.spyOn(controller.signal, "removeEventListener");
  const limit = new CallLimit({ signal: controller.signal, deadlineMs: 50 });
  limit.close();
  expect(vi.getTimerCount()).toBe(0);
  expect(remove).toHaveBeenCalledOnce();
  controller.abort();
  expect(limit.error).toBeNull();
});

it.each([-1, Number.NaN])("refuses a deadline of %d", (deadlineMs) => {
  expect(() => new CallLimit({ deadlineMs })).toThrow(expect.objectContaining({ kind: "invalid" }));
});

it("takes a deadline beyond what timers hold for one that never comes", () => {
  const limit = new CallLimit({ deadlineMs: 1e15 });
  expect(vi.getTimerCount()).toBe(0);
  expect(limit.error).toBeNull();
});
