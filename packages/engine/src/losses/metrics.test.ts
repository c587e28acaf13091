import { expect, it } from "vitest";
import { combineMetrics } from "./metrics.ts";

it("combines by the last part of a name, means by positions", () => {
  const parts = [
    { "loss:sum": 1, "positions:sum": 3, "ratio:mean": 1, "ratio:max": 2 },
    { "loss:sum": 0, "positions:sum": 0 },
    { "loss:sum": 2, "positions:sum": 1, "ratio:mean": 5, "ratio:max": 1 },
  ];
  const whole = { "loss:sum": 3, "positions:sum": 4, "ratio:mean": 2, "ratio:max": 2 };
  expect(combineMetrics(parts)).toEqual(whole);
  expect(combineMetrics([combineMetrics(parts.slice(0, 2)), parts[2] ?? {}])).toEqual(whole);
  expect(combineMetrics([])).toEqual({});
});
