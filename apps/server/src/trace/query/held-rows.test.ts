import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HeldRows } from "./held-rows.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function taken(rows: HeldRows<string>): string[] {
  const all: string[] = [];
  for (let row = rows.next(); row !== undefined; row = rows.next()) all.push(row);
  return all;
}

test("rows are given one by one, and counted", () => {
  const rows = new HeldRows(["a", "b", "c"], 1_000);
  expect(rows.next()).toBe("a");
  expect([rows.taken, rows.last, rows.isUsedUp, rows.rest()]).toEqual([1, "a", false, ["b", "c"]]);
  expect(taken(rows)).toEqual(["b", "c"]);
  expect([rows.taken, rows.last, rows.isUsedUp, rows.rest()]).toEqual([3, "c", true, []]);
  expect(vi.getTimerCount()).toBe(0);
});

test("rows that nobody takes are released; the time counts from the first taken row", () => {
  const rows = new HeldRows(["a", "b", "c"], 1_000);
  vi.advanceTimersByTime(5_000);
  expect(rows.next()).toBe("a");
  vi.advanceTimersByTime(900);
  expect(rows.next()).toBe("b");
  vi.advanceTimersByTime(900);
  expect(rows.rest()).toEqual(["c"]);
  vi.advanceTimersByTime(100);
  expect(rows.rest()).toEqual([]);
  expect(rows.next()).toBeUndefined();
  expect([rows.taken, rows.last, rows.isUsedUp]).toEqual([2, "b", false]);
});
