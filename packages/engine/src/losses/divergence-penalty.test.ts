import { expect, it } from "vitest";
import { FakeEngine } from "../conformance/fake/fake-engine.ts";
import { fakeBase } from "../conformance/fake/profile.ts";
import { penaliseDivergence, type DivergencePenalty } from "./divergence-penalty.ts";
import { accumulateCustom, accumulateJointly } from "./linearise.ts";
import { policyLoss } from "./policy.ts";
import type { PolicyDatum } from "./policy-options.ts";

const datum = (q: number[], advantage: number, weights: number[]): PolicyDatum => ({
  inputTokens: Int32Array.from(q, (_value, t) => t),
  targetTokens: Int32Array.from(q, (_value, t) => t + 1),
  behaviourLogprobs: Float32Array.from(q),
  advantages: Float32Array.from(q, () => advantage),
  weights: Float32Array.from(weights),
});

// Two sequences with three trained tokens in all; the first position is a prompt.
const data = [datum([-9, -2, Number.NaN], 1, [0, 0.5, 0.5]), datum([-1], -2, [1])];
const now = [Float32Array.of(-9, -1, -3), Float32Array.of(-2)];
const reference = [Float32Array.of(0, -2, -3), Float32Array.of(-4)];

// k of now: 1, 0, 2; of the sample: 0, 0 (nothing recorded: as now), 3. Both have the mean 1.
const rows: readonly (readonly [DivergencePenalty, number[]])[] = [
  [{ coefficient: 0.5, source: "current_learner" }, [1, 1, 1.5, -2.5]],
  [{ coefficient: 0.5, source: "sample" }, [1, 1.5, 1.5, -3]],
  [{ coefficient: 0, source: "sample" }, [1, 1, 1, -2]],
];

it.each(rows)("%j moves advantage to what drifted less", (penalty, expected) => {
  const made = penaliseDivergence(data, now, reference, penalty);
  expect(made.divergence).toBe(1);
  expect(made.data.flatMap(({ advantages }) => [...advantages!])).toEqual(expected);
  // The data themselves stay as they are.
  expect([...data[0]!.advantages!]).toEqual([1, 1, 1]);
});

it("without a trained position there is no divergence", () => {
  const prompt = [datum([-1], 1, [0])];
  const penalty = { coefficient: 1, source: "sample" } as const;
  expect(penaliseDivergence(prompt, [now[1]!], [reference[1]!], penalty).divergence).toBe(0);
});

it("a joint loss whose terms do not depend on each other is one by one", async () => {
  const loss = policyLoss({});
  const norms: number[] = [];
  for (const isJoint of [true, false]) {
    const engine = new FakeEngine();
    const lora = { rank: 2, seed: 1 };
    const handle = await engine.openModel({ modelKey: "m", baseModel: fakeBase, lora });
    const result = isJoint
      ? await accumulateJointly(engine, handle, data, (found) =>
          data.map((one, index) => loss(one, found[index]!)),
        )
      : await accumulateCustom(engine, handle, data, loss);
    expect(result.entropies?.map((row) => row.length)).toEqual([3, 1]);
    norms.push((await engine.step(handle, { learningRate: 0 })).gradientNorm);
  }
  expect(norms[0]).toBeGreaterThan(0);
  expect(norms[0]).toBe(norms[1]);
});
