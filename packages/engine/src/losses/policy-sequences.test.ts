import { describe, expect, it } from "vitest";
import { namedPolicyLoss, policyLoss } from "./policy.ts";
import type { ImportanceSamplingLevel, PolicyDatum, PolicyOptions } from "./policy-options.ts";

const half = Math.log(0.5);
/** p of a token of ratio 4, of one of ratio 1, and of one that is not trained. */
const logprobs = Float32Array.of(half, half, half);
const datum: PolicyDatum = {
  inputTokens: Int32Array.of(1, 2, 3),
  targetTokens: Int32Array.of(2, 3, 4),
  behaviourLogprobs: Float32Array.of(Math.log(0.125), half, -50),
  advantages: Float32Array.of(1, 1, 1),
  weights: Float32Array.of(1, 1, 0),
};

/** dL/dp of both trained tokens. */
function gradientOf(options: PolicyOptions, changed: Partial<PolicyDatum> = {}): Float32Array {
  const { gradient } = policyLoss(options)({ ...datum, ...changed }, logprobs);
  expect(gradient[2]).toBe(0);
  return gradient.slice(0, 2);
}

const wide = { epsilon: 1, epsilonHigh: 9 } as const;
const ppo = { ppo: true, ...wide } as const;
const level = (importanceSamplingLevel: ImportanceSamplingLevel): PolicyOptions => ({
  importanceSamplingLevel,
});
const U = (truncatedImportanceSampling: number): PolicyOptions => ({ truncatedImportanceSampling });

// r = 4 and 1; the mean of their logarithms is ln 2, so s = 2. the root of both is 2·√2 and √2.
const levels: readonly (readonly [string, PolicyOptions, readonly [number, number]])[] = [
  ["token", level("token"), [-4, -1]],
  ["sequence: one factor for all tokens", level("sequence"), [-2, -2]],
  ["average of both", level("average"), [-3, -1.5]],
  ["geometric average of both", level("geometric_average"), [-2 * Math.SQRT2, -Math.SQRT2]],
  ["ppo, token", { ...ppo, ...level("token") }, [-4, -1]],
  // Each term is −s, and s has the derivative s/2 by each of both p: 2 · −2/2.
  ["ppo, sequence", { ...ppo, ...level("sequence") }, [-2, -2]],
  // −r/2 by its own p, and by each p the half of −s/2 − s/2.
  ["ppo, average", { ...ppo, ...level("average") }, [-3, -1.5]],
  // −√(r·s)/2 by its own p, and by each p the half of −√8/2 − √2/2.
  ["ppo, geometric average", { ...ppo, ...level("geometric_average") }, [-2.474874, -1.767767]],
  // 1.3 bounds both terms, so neither has a derivative.
  ["ppo clips s", { ppo: true, epsilonHigh: 0.3, ...level("sequence") }, [0, 0]],
  // r = 3 is above 2.5, r = 1.5 is not: −1/2 of its own, −2/2 · 1/2 for each.
  ["ppo clips one of them", { ...ppo, epsilonHigh: 1.5, ...level("average") }, [-0.5, -1]],
  [
    "M caps what the level made",
    { ...level("sequence"), maxNegativeAdvantageImportanceSamplingWeight: 1.5 },
    [-1.5, -1.5],
  ],
  [
    "the mask looks at what the level made",
    { ...wide, epsilonHigh: 1.9, maskProbRatio: true, ...level("average") },
    [0, -1.5],
  ],
  // A − τ·ln 4 = 0.306853 and A; the difference is the token's own at every level.
  ["τ takes the token's own difference", { kimiK2Tau: 0.5, ...level("sequence") }, [-0.613706, -2]],
];

describe("what the ratio is taken over", () => {
  it.each(levels)("%s", (_says, options, expected) => {
    for (const [place, value] of gradientOf(options).entries()) {
      expect(value).toBeCloseTo(expected[place] ?? Number.NaN, 5);
    }
  });

  it.each(["token", "sequence", "average", "geometric_average"] as const)(
    "ppo, %s: the derivative is the slope of the loss",
    (name) => {
      const loss = policyLoss({ ...ppo, ...level(name) });
      const weighted = { ...datum, weights: Float32Array.of(0.3, 0.7, 0) };
      const { gradient } = loss(weighted, logprobs);
      const h = 2 ** -12;
      for (const t of [0, 1]) {
        const above = loss(weighted, logprobs.with(t, half + h)).loss;
        const below = loss(weighted, logprobs.with(t, half - h)).loss;
        expect((above - below) / (2 * h)).toBeCloseTo(gradient[t] ?? Number.NaN, 3);
      }
    },
  );
});

const rollout = (first: number, second: number): Partial<PolicyDatum> => ({
  rolloutLogprobs: Float32Array.of(first, second, Number.NaN),
});
const q = [Math.log(0.125), half] as const;

// Terms without truncation: −4 and −1.
const truncations: readonly (readonly [
  string,
  PolicyOptions,
  Partial<PolicyDatum>,
  readonly [number, number],
])[] = [
  ["by the ratio itself", U(1.5), {}, [-6, -1]],
  ["a large bound leaves the ratio as factor", U(100), {}, [-16, -1]],
  ["0 is no truncation", U(0), {}, [-4, -1]],
  ["of ppo", { ...ppo, ...U(1.5) }, {}, [-6, -1]],
  [
    "of the ratio after M",
    { ...U(1.5), maxNegativeAdvantageImportanceSamplingWeight: 1.2 },
    {},
    [-1.44, -1],
  ],
  [
    "of a masked ratio: nothing is left",
    { ...U(1.5), epsilon: 0.2, epsilonHigh: 1, maskProbRatio: true },
    {},
    [0, -1],
  ],
  ["of the ratio of the sequence", { ...U(1.5), ...level("sequence") }, {}, [-3, -3]],
  // exp(q − o) = 3 and 0.5.
  [
    "by the trainer over the rollout",
    U(1.5),
    rollout(q[0] - Math.log(3), q[1] + Math.log(2)),
    [-6, -0.5],
  ],
  // Nothing recorded: o = p, so exp(q − p) = 1/4 and 1.
  ["where the rollout recorded nothing", U(1.5), rollout(Number.NaN, Number.NaN), [-1, -1]],
];

describe("truncated importance sampling", () => {
  it.each(truncations)("%s", (_says, options, changed, expected) => {
    for (const [place, value] of gradientOf(options, changed).entries()) {
      expect(value).toBeCloseTo(expected[place] ?? Number.NaN, 5);
    }
  });

  it("multiplies the loss too", () => {
    // −4·ln 0.5 and −1·ln 0.5, times 1.5 and 1.
    expect(policyLoss(U(1.5))(datum, logprobs).loss).toBeCloseTo(-7 * half, 5);
  });
});

describe("which positions are trained", () => {
  it("τ pushes a token whose advantage is 0", () => {
    const advantages = Float32Array.of(0, 0, 0);
    // 4 · 0.5 · ln 4
    expect(gradientOf({ kimiK2Tau: 0.5 }, { advantages })[0]).toBeCloseTo(2.772589, 5);
  });

  it("without weights, those with an advantage", () => {
    const { weights: _none, ...bare } = datum;
    const unweighted = { ...bare, advantages: Float32Array.of(1, 0, 0) };
    const { gradient } = policyLoss(level("sequence"))(unweighted, logprobs);
    expect([...gradient]).toEqual([expect.closeTo(-4, 5), 0, 0]);
  });
});

it.each([level("sequence"), level("average"), level("geometric_average"), U(2)])(
  "no named loss is %j",
  (options) => {
    expect(namedPolicyLoss(options)).toBeNull();
  },
);

it.each([-1, Number.NaN, Infinity])("refuses a truncation at %d", (value) => {
  expect(() => policyLoss(U(value))).toThrow(
    expect.objectContaining({ kind: "invalid", parameter: "truncatedImportanceSampling" }),
  );
});
