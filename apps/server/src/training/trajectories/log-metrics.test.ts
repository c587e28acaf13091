import { describe, expect, test } from "vitest";
import { logMetrics, mergedMetrics } from "./log-metrics.ts";

const failure = { type: "TimeoutError", message: "", traceback: "" };

describe("averages, worked out by hand", () => {
  test("of two groups, with exceptions and metrics that some trajectories have", () => {
    const groups = [
      {
        trajectories: [
          { reward: 1, metrics: { correct: true, tokens: 2 } },
          { reward: 0, metrics: { correct: false } },
        ],
        exceptions: [failure],
        metrics: { hard: true },
      },
      {
        trajectories: [{ reward: 4, metrics: { tokens: 5 } }, {}],
        metrics: { hard: 3, note: "x" },
      },
    ];
    expect(logMetrics("val", groups)).toEqual({
      "val/reward": 5 / 4,
      "val/exception_rate": 1 / 5,
      // Half a point around 0.5, and two around 2.
      "val/reward_std_dev": (0.5 + 2) / 2,
      "val/correct": 0.5,
      "val/tokens": 3.5,
      "val/group_hard": 2,
    });
  });

  test("groups of one have no deviation, and no trajectories no reward", () => {
    expect(logMetrics("train", [{ trajectories: [{ reward: 3 }] }])).toEqual({
      "train/reward": 3,
      "train/exception_rate": 0,
      "train/reward_std_dev": 0,
    });
    expect(logMetrics("train", [{ trajectories: [], exceptions: [failure, failure] }])).toEqual({
      "train/exception_rate": 1,
      "train/reward_std_dev": 0,
    });
    expect(logMetrics("train", [{ trajectories: [] }])).toEqual({ "train/reward_std_dev": 0 });
  });

  test("a metric of the name of an average does not change it, and no sum is infinite", () => {
    const metrics = { reward: 100, exception_rate: 9, ["__proto__"]: 1, huge: 1.7e308 };
    const trajectories = [
      { reward: 1, metrics },
      { reward: 1, metrics },
    ];
    expect(logMetrics("val", [{ trajectories }])).toEqual({
      "val/reward": 1,
      "val/exception_rate": 0,
      "val/reward_std_dev": 0,
      "val/__proto__": 1,
    });
  });
});

describe("limits", () => {
  const many = (count: number, from = 0): Record<string, number> =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i + from}`, i]));

  test("a request has as many metrics as a checkpoint may have, and no more", () => {
    const logged = (count: number) =>
      logMetrics("val", [{ trajectories: [{ metrics: many(count) }] }]);
    expect(Object.keys(logged(997))).toHaveLength(1000);
    expect(() => logged(998)).toThrow("A checkpoint has at most 1000 metrics");
  });

  test("a name has at most 500 characters with its split", () => {
    const logged = (length: number) =>
      logMetrics("val", [{ trajectories: [{ metrics: { ["x".repeat(length)]: 1 } }] }]);
    expect(Object.keys(logged(496))).toHaveLength(4);
    expect(() => logged(497)).toThrow("names of at most 500 characters");
    expect(() => logMetrics("x".repeat(1_000_000), [{ trajectories: [] }])).toThrow("500");
  });

  test("newer values take the place of older ones, up to the limit in all", () => {
    expect(mergedMetrics({ a: 1, b: 2 }, { b: 3, c: 4 })).toEqual({ a: 1, b: 3, c: 4 });
    expect(Object.keys(mergedMetrics(many(1000), many(1000)))).toHaveLength(1000);
    expect(() => mergedMetrics(many(1000), many(1, 1000))).toThrow("at most 1000");
  });
});
