import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Datum, LossSpec } from "../datum.ts";
import type { LossFunction } from "./loss-function.ts";
import { lossOf } from "./loss.ts";
import type { PolicyOptions } from "./policy-options.ts";
import { policyLoss } from "./policy.ts";

/** Doubles where the interface has floats: differences of a loss need the digits. */
const doubles = (values: readonly number[]): Float32Array =>
  Float64Array.from(values) as unknown as Float32Array;

interface Sequence {
  readonly p: number[];
  readonly q: number[];
  readonly advantages: number[];
  readonly weights: number[];
}

const number = (min: number, max: number): fc.Arbitrary<number> =>
  fc.double({ min, max, noNaN: true });
const advantage = fc.oneof(number(0.1, 3), number(-3, -0.1));

const sequence: fc.Arbitrary<Sequence> = fc
  .array(fc.tuple(number(-3, -0.05), number(-1, 1), advantage, number(0.1, 2)), {
    minLength: 1,
    maxLength: 5,
  })
  .map((rows) => ({
    p: rows.map(([p]) => p),
    q: rows.map(([p, difference]) => p - difference),
    advantages: rows.map(([, , a]) => a),
    weights: rows.map(([, , , w]) => w),
  }));

const h = 1e-5;

function valueAt(loss: LossFunction, at: Sequence, p: number[], q: number[]): number {
  const tokens = new Int32Array(p.length);
  const datum: Datum = {
    inputTokens: tokens,
    targetTokens: tokens,
    behaviourLogprobs: doubles(q),
    advantages: doubles(at.advantages),
    weights: doubles(at.weights),
  };
  return loss(datum, doubles(p)).loss;
}

/** Where `held`, q moves with p: the ratio is a constant, as under a stop-gradient. */
function difference(loss: LossFunction, at: Sequence, t: number, held: boolean): number {
  const moved = (values: number[], by: number): number[] => values.with(t, (values[t] ?? 0) + by);
  const valueMoved = (by: number): number =>
    valueAt(loss, at, moved(at.p, by), held ? moved(at.q, by) : at.q);
  return (valueMoved(h) - valueMoved(-h)) / (2 * h);
}

function gradientOf(loss: LossFunction, at: Sequence): Float32Array {
  const tokens = new Int32Array(at.p.length);
  return loss(
    {
      inputTokens: tokens,
      targetTokens: tokens,
      behaviourLogprobs: doubles(at.q),
      advantages: doubles(at.advantages),
      weights: doubles(at.weights),
    },
    doubles(at.p),
  ).gradient;
}

/** Away from the corners of a clip, where the derivative jumps. */
function isSmooth(ratios: readonly number[], bounds: readonly number[]): boolean {
  return ratios.every((ratio) => bounds.every((bound) => Math.abs(ratio - bound) > 1e-3));
}

const ratiosOf = ({ p, q }: Sequence): number[] =>
  p.map((value, t) => Math.exp(value - (q[t] ?? 0)));

/** The largest difference between derivative and difference quotient, relative where they are large. */
function disagreement(loss: LossFunction, at: Sequence, held: boolean): number {
  const each = [...gradientOf(loss, at)].map((value, t) => {
    const expected = difference(loss, at, t, held);
    return Math.abs(value - expected) / (1 + Math.abs(expected));
  });
  return Math.max(...each);
}

describe("derivatives against differences of the loss", () => {
  const bounds = [0.8, 1.2];
  const specs: readonly (readonly [LossSpec, boolean])[] = [
    [{ name: "cross_entropy" }, false],
    [{ name: "importance_sampling" }, false],
    [{ name: "ppo", clipLow: 0.8, clipHigh: 1.2 }, false],
    [{ name: "cispo", clipLow: 0.8, clipHigh: 1.2 }, true],
    [{ name: "dro", beta: 0.7 }, false],
  ];
  it.each(specs)("$name", (spec, held) => {
    const loss = lossOf(spec);
    fc.assert(
      fc.property(sequence, (at) => {
        fc.pre(isSmooth(ratiosOf(at), bounds));
        expect(disagreement(loss, at, held)).toBeLessThan(1e-4);
      }),
    );
  });

  it("dppo, its mask held", () => {
    const loss = lossOf({ name: "dppo", deltaLow: 0.1, deltaHigh: 0.2 });
    fc.assert(
      fc.property(sequence, (at) => {
        const rises = at.p.map((p, t) => Math.exp(p) - Math.exp(at.q[t] ?? 0));
        fc.pre(isSmooth(rises, [-0.1, 0.2]));
        expect(disagreement(loss, at, false)).toBeLessThan(1e-4);
      }),
    );
  });

  // With one advantage and one weight for all positions the stop-gradients of the token form cancel out.
  it("gspo", () => {
    const loss = lossOf({ name: "gspo", clipLow: 0.8, clipHigh: 1.2 });
    fc.assert(
      fc.property(sequence, advantage, (made, a) => {
        const at = { ...made, advantages: made.p.map(() => a), weights: made.p.map(() => 0.5) };
        const logRatios = ratiosOf(at).map(Math.log);
        const mean = logRatios.reduce((sum, value) => sum + value, 0) / logRatios.length;
        fc.pre(isSmooth([Math.exp(mean)], bounds));
        expect(disagreement(loss, at, false)).toBeLessThan(1e-4);
      }),
    );
  });

  const policies: readonly PolicyOptions[] = [
    {},
    { epsilon: 0.2, epsilonHigh: 0.2, maskProbRatio: true },
    { epsilon: 0.2, epsilonHigh: 0.2, maxNegativeAdvantageImportanceSamplingWeight: 1.1 },
    { ppo: true },
    { ppo: true, maskProbRatio: true },
    { ppo: true, maxNegativeAdvantageImportanceSamplingWeight: 1.1 },
  ];
  it.each(policies)("policy %j", (options) => {
    const loss = policyLoss(options);
    fc.assert(
      fc.property(sequence, (at) => {
        fc.pre(isSmooth(ratiosOf(at), [...bounds, 1.1]));
        expect(disagreement(loss, at, options.ppo !== true)).toBeLessThan(1e-4);
      }),
    );
  });

  it.each(policies)("policy %j: τ is an advantage that is a constant", (options) => {
    fc.assert(
      fc.property(sequence, (at) => {
        const shifted = at.advantages.map((a, t) => a - 0.3 * ((at.p[t] ?? 0) - (at.q[t] ?? 0)));
        fc.pre(shifted.every((a) => a !== 0));
        const withTau = gradientOf(policyLoss({ ...options, kimiK2Tau: 0.3 }), at);
        expect(withTau).toEqual(gradientOf(policyLoss(options), { ...at, advantages: shifted }));
      }),
    );
  });
});
