import { describe, expect, it } from "vitest";
import type { Datum, LossSpec } from "../datum.ts";
import { lossOf } from "./loss.ts";

/** Log-probabilities of the chances in the tables, so that ratios come out as short decimals. */
const logs = (chances: readonly number[]): Float32Array => Float32Array.from(chances, Math.log);

function datumOf(row: Row): Datum {
  const tokens = new Int32Array(row.now.length);
  return {
    inputTokens: tokens,
    targetTokens: tokens,
    ...(row.weights && { weights: Float32Array.from(row.weights) }),
    ...(row.before && { behaviourLogprobs: logs(row.before) }),
    ...(row.advantages && { advantages: Float32Array.from(row.advantages) }),
  };
}

interface Row {
  readonly says: string;
  readonly loss: LossSpec;
  /** Chance of each target now, and when it was sampled. */
  readonly now: readonly number[];
  readonly before?: readonly number[];
  readonly advantages?: readonly number[];
  readonly weights?: readonly number[];
  readonly value: number;
  readonly gradient: readonly number[];
}

const ppo = { name: "ppo", clipLow: 0.8, clipHigh: 1.2 } as const;
const cispo = { name: "cispo", clipLow: 0.8, clipHigh: 1.2 } as const;
const gspo = { name: "gspo", clipLow: 0.8, clipHigh: 1.2 } as const;
const dppo = { name: "dppo", deltaLow: 0.2, deltaHigh: 0.2 } as const;
const crossEntropy = { name: "cross_entropy" } as const;
const importanceSampling = { name: "importance_sampling" } as const;

// ln 0.5 = -0.693147, ln 0.2 = -1.609438, ln 0.8 = -0.223144, ln 1.25 = 0.223144, √0.625 = 0.790569; the rest is done by hand from these.
const rows: readonly Row[] = [
  {
    says: "cross entropy sums over positions",
    loss: crossEntropy,
    now: [0.5, 0.8],
    value: 0.916291,
    gradient: [-1, -1],
  },
  {
    says: "cross entropy multiplies by weights, negative ones too",
    loss: crossEntropy,
    now: [0.5, 0.2, 0.2],
    weights: [-0.5, 2, 0],
    value: 2.872302,
    gradient: [0.5, -2, 0],
  },
  {
    says: "importance sampling: ratio times advantage",
    loss: importanceSampling,
    now: [0.5, 0.2],
    before: [0.4, 0.4],
    advantages: [2, -3],
    value: -1,
    gradient: [-2.5, 1.5],
  },
  {
    says: "importance sampling: weights multiply, and 0 of either takes out a position of any log-probability",
    loss: importanceSampling,
    now: [0.5, 1e-9, 1e-9],
    before: [0.4, 1, 1],
    advantages: [2, 5, 0],
    weights: [0.5, 0, 1],
    value: -1.25,
    gradient: [-1.25, 0, 0],
  },
  {
    says: "ppo: above the upper bound only a bad token has a gradient",
    loss: ppo,
    now: [0.5, 0.5],
    before: [0.4, 0.4],
    advantages: [2, -2],
    value: 0.1,
    gradient: [0, 2.5],
  },
  {
    says: "ppo: below the lower bound only a good token has a gradient",
    loss: ppo,
    now: [0.2, 0.2],
    before: [0.4, 0.4],
    advantages: [2, -2],
    value: 0.6,
    gradient: [-1, 0],
  },
  {
    says: "ppo: between the bounds it is importance sampling",
    loss: { name: "ppo", clipLow: 0.4, clipHigh: 1.3 },
    now: [0.5, 0.2],
    before: [0.4, 0.4],
    advantages: [2, -2],
    weights: [2, 1],
    value: -4,
    gradient: [-5, 1],
  },
  {
    says: "cispo: the clipped ratio stays a factor",
    loss: cispo,
    now: [0.5, 0.2],
    before: [0.4, 0.4],
    advantages: [2, -2],
    value: -0.911548,
    gradient: [-2.4, 1.6],
  },
  {
    says: "cispo: wide bounds leave the ratio, weights multiply",
    loss: { name: "cispo", clipLow: 0, clipHigh: 4 },
    now: [0.5, 0.2],
    before: [0.4, 0.4],
    advantages: [2, -2],
    weights: [1, 3],
    value: -3.09544,
    gradient: [-2.5, 3],
  },
  {
    says: "dro: the pull grows with the distance from the policy that sampled",
    loss: { name: "dro", beta: 0.5 },
    now: [0.5, 0.5],
    before: [0.4, 0.5],
    advantages: [2, 2],
    weights: [1, 2],
    value: 4.171332,
    gradient: [-1.888428, -4],
  },
  {
    says: "gspo: one ratio for all positions that take part",
    loss: gspo,
    now: [0.5, 0.2, 0.9],
    before: [0.4, 0.4, 0.1],
    advantages: [1, 1, 0],
    value: -1.581139,
    gradient: [-0.790569, -0.790569, 0],
  },
  {
    says: "gspo: a bad sequence below the lower bound has no gradient",
    loss: gspo,
    now: [0.5, 0.2],
    before: [0.4, 0.4],
    advantages: [-1, -1],
    value: 1.6,
    gradient: [0, 0],
  },
  {
    says: "dppo: a good token that rose too far is masked, a bad one is not",
    loss: dppo,
    now: [0.9, 0.9],
    before: [0.4, 0.4],
    advantages: [1, -1],
    value: 2.25,
    gradient: [0, 2.25],
  },
  {
    says: "dppo: a bad token that fell too far is masked, a good one is not",
    loss: dppo,
    now: [0.1, 0.1],
    before: [0.4, 0.4],
    advantages: [-1, 1],
    value: -0.25,
    gradient: [0, -0.25],
  },
  {
    says: "dppo: a rare token may move by a large ratio",
    loss: dppo,
    now: [0.01],
    before: [0.001],
    advantages: [1],
    weights: [2],
    value: -20,
    gradient: [-20],
  },
];

describe("losses against tables made by hand", () => {
  it.each(rows)("$says", (row) => {
    const term = lossOf(row.loss)(datumOf(row), logs(row.now));
    expect(term.loss).toBeCloseTo(row.value, 4);
    expect(term.gradient).toHaveLength(row.now.length);
    for (const [t, value] of row.gradient.entries()) expect(term.gradient[t]).toBeCloseTo(value, 4);
    expect(term.metrics["loss:sum"]).toBe(term.loss);
  });

  it("metrics of a loss that compares policies", () => {
    const row = rows.find(({ says }) => says.startsWith("ppo: above"));
    if (row === undefined) throw new Error("no such row");
    const { metrics } = lossOf(ppo)(datumOf(row), logs(row.now));
    // k3 = 1.25 - 1 - ln 1.25 at both positions; one of two is clipped.
    expect(metrics["ratio:mean"]).toBeCloseTo(1.25, 5);
    expect(metrics["ratio:max"]).toBeCloseTo(1.25, 5);
    expect(metrics["clipped:mean"]).toBe(0.5);
    expect(metrics["kl:mean"]).toBeCloseTo(0.026856, 5);
    expect(metrics["positions:sum"]).toBe(2);
  });

  it("a sequence in which nothing takes part is 0, not 0/0", () => {
    const { loss, gradient, metrics } = lossOf(gspo)(
      datumOf({ ...(rows[0] as Row), before: [0.1, 0.1], advantages: [0, 0] }),
      logs([0.5, 0.2]),
    );
    expect([loss, ...gradient]).toEqual([0, 0, 0]);
    expect(metrics).toEqual({ "loss:sum": 0, "positions:sum": 0 });
  });
});

describe("options", () => {
  const wrong: readonly (readonly [string, unknown, string])[] = [
    ["an unknown loss", { name: "hinge" }, "loss.name"],
    ["a missing bound", { name: "ppo", clipLow: 0.8 }, "loss.clipHigh"],
    ["a bound that is not a number", { name: "cispo", clipLow: "0", clipHigh: 4 }, "loss.clipLow"],
    ["a negative bound", { name: "gspo", clipLow: -0.2, clipHigh: 4 }, "loss.clipLow"],
    ["bounds in the wrong order", { name: "ppo", clipLow: 1.2, clipHigh: 0.8 }, "loss.clipLow"],
    ["an endless bound", { name: "ppo", clipLow: 0, clipHigh: Infinity }, "loss.clipHigh"],
    ["beta that is not finite", { name: "dro", beta: Number.NaN }, "loss.beta"],
    [
      "an option of another loss",
      { name: "dppo", deltaLow: 0, deltaHigh: 0, beta: 1 },
      "loss.beta",
    ],
    ["an option of none", { name: "cross_entropy", clipLow: 0 }, "loss.clipLow"],
  ];
  it.each(wrong)("%s is refused by name", (_says, spec, parameter) => {
    expect(() => lossOf(spec as LossSpec)).toThrow(
      expect.objectContaining({ kind: "invalid", parameter }),
    );
  });
});

describe("numbers that are not finite", () => {
  const datum = datumOf({ ...(rows[2] as Row), before: [0.4, 0.4] });
  it.each([
    ["a log-probability", Float32Array.of(Number.NaN, -1), datum],
    ["a ratio beyond the numbers", Float32Array.of(-1, -1), far(datum, -1e4)],
    ["a derivative beyond single precision", Float32Array.of(-1, -1), far(datum, -100)],
  ])("%s fails with `numerical`", (_says, logprobs, data) => {
    expect(() => lossOf(importanceSampling)(data, logprobs)).toThrow(
      expect.objectContaining({ kind: "numerical" }),
    );
  });

  function far(near: Datum, logprob: number): Datum {
    return { ...near, behaviourLogprobs: Float32Array.of(logprob, logprob) };
  }
});
