import { describe, expect, it } from "vitest";
import type { Datum } from "../datum.ts";
import { lossOf } from "./loss.ts";
import type { PolicyOptions } from "./policy-options.ts";
import { namedPolicyLoss, policyLoss } from "./policy.ts";

/** Chances now and at sampling, as ratio r: p = ln 0.5, q = ln(0.5 / r). */
function gradientAt(options: PolicyOptions, ratio: number, advantage: number): number | undefined {
  const datum: Datum = {
    inputTokens: Int32Array.of(0),
    targetTokens: Int32Array.of(0),
    behaviourLogprobs: Float32Array.of(Math.log(0.5 / ratio)),
    advantages: Float32Array.of(advantage),
  };
  return policyLoss(options)(datum, Float32Array.of(Math.log(0.5))).gradient[0];
}

const M = (value: number): PolicyOptions => ({
  maxNegativeAdvantageImportanceSamplingWeight: value,
});

// dL/dp by hand; ln 2 = 0.693147, ln 10 = 2.302585.
const rows: readonly (readonly [string, PolicyOptions, number, number, number])[] = [
  ["default: the ratio is a factor", {}, 2, 1, -2],
  ["default: up to 5", {}, 10, 1, -5],
  ["default: down to 0", {}, 0.01, -1, 0.01],
  ["epsilon bounds the factor from below", { epsilon: 0.2, epsilonHigh: 0.3 }, 0.5, 1, -0.8],
  ["epsilonHigh bounds it from above", { epsilon: 0.2, epsilonHigh: 0.3 }, 2, 1, -1.3],
  ["ppo: 0.2 both ways unless said", { ppo: true }, 1.25, 1, 0],
  ["ppo: epsilonHigh is epsilon unless said", { ppo: true, epsilon: 0.3 }, 1.25, 1, -1.25],
  ["ppo: a bad token above keeps its gradient", { ppo: true }, 1.25, -1, 1.25],
  ["ppo: a good token below keeps its gradient", { ppo: true }, 0.5, 1, -0.5],
  ["ppo: a bad token below has none", { ppo: true }, 0.5, -1, 0],
  ["M caps the factor of a bad token", M(3), 4, -1, 3],
  ["M caps that of a good one too", M(3), 4, 1, -3],
  ["M of 0 is no M", M(0), 4, 1, -4],
  ["ppo: a capped ratio is a constant", { ppo: true, ...M(1.1) }, 4, -1, 0],
  ["ppo: under M nothing changes", { ppo: true, ...M(3) }, 2, -1, 2],
  ["mask: inside the bounds nothing changes", { maskProbRatio: true }, 2, 1, -2],
  ["mask: outside, with epsilon 1, the token is gone", { maskProbRatio: true }, 10, 1, 0],
  [
    "mask: with a smaller epsilon it keeps the lower bound",
    { maskProbRatio: true, epsilon: 0.2, epsilonHigh: 0.2 },
    10,
    1,
    -0.8,
  ],
  ["mask under ppo: a bad token above is gone", { ppo: true, maskProbRatio: true }, 1.25, -1, 0],
  ["mask looks at the ratio after M", { maskProbRatio: true, ...M(2) }, 10, 1, -2],
  ["τ takes from the advantage", { kimiK2Tau: 0.5 }, 2, 1, -1.306853],
  ["τ sees the difference before M", { kimiK2Tau: 0.1, ...M(2) }, 10, 1, -1.539483],
  ["τ of 0 is no τ", { kimiK2Tau: 0 }, 2, 1, -2],
];

describe("the loss of a job, coefficient by coefficient", () => {
  it.each(rows)("%s", (_says, options, ratio, advantage, gradient) => {
    expect(gradientAt(options, ratio, advantage)).toBeCloseTo(gradient, 4);
  });

  it("a token without a recorded log-probability has ratio 1", () => {
    const datum: Datum = {
      inputTokens: Int32Array.of(0),
      targetTokens: Int32Array.of(0),
      behaviourLogprobs: Float32Array.of(Number.NaN),
      advantages: Float32Array.of(2),
      weights: Float32Array.of(0.5),
    };
    const { gradient, metrics } = policyLoss({})(datum, Float32Array.of(-3));
    expect([...gradient]).toEqual([-1]);
    expect(metrics["ratio:mean"]).toBe(1);
  });

  it.each(["epsilon", "epsilonHigh", "maxNegativeAdvantageImportanceSamplingWeight", "kimiK2Tau"])(
    "refuses %s that is no number to bound by",
    (parameter) => {
      for (const value of [-1, Number.NaN, Infinity]) {
        expect(() => policyLoss({ [parameter]: value })).toThrow(
          expect.objectContaining({ kind: "invalid", parameter }),
        );
      }
    },
  );
});

describe("a named loss in its place", () => {
  const named: readonly (readonly [PolicyOptions, unknown])[] = [
    [{}, { name: "cispo", clipLow: 0, clipHigh: 5 }],
    [{ epsilon: 2 }, { name: "cispo", clipLow: 0, clipHigh: 5 }],
    [{ ppo: true }, { name: "ppo", clipLow: 0.8, clipHigh: 1.2 }],
    [M(3), { name: "cispo", clipLow: 0, clipHigh: 3 }],
    [{ epsilon: 0.2, ...M(0.5) }, null],
    [{ ppo: true, ...M(3) }, null],
    [{ maskProbRatio: true }, null],
    [{ kimiK2Tau: 0.1 }, null],
  ];
  it.each(named)("%j: %j", (options, expected) => {
    expect(namedPolicyLoss(options)).toEqual(expected);
  });

  it("has the derivatives of the job's loss", () => {
    for (const [options] of named) {
      const spec = namedPolicyLoss(options);
      if (spec === null) continue;
      for (const ratio of [0.01, 0.5, 1, 1.25, 2, 10]) {
        for (const advantage of [1, -1]) {
          const datum: Datum = {
            inputTokens: Int32Array.of(0),
            targetTokens: Int32Array.of(0),
            behaviourLogprobs: Float32Array.of(Math.log(0.5 / ratio)),
            advantages: Float32Array.of(advantage),
          };
          const [gradient] = lossOf(spec)(datum, Float32Array.of(Math.log(0.5))).gradient;
          expect(gradient).toBeCloseTo(gradientAt(options, ratio, advantage) ?? Number.NaN, 6);
        }
      }
    }
  });
});
