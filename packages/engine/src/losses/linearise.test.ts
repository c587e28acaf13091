import { describe, expect, it } from "vitest";
import { FakeEngine } from "../conformance/fake/fake-engine.ts";
import { fakeBase } from "../conformance/fake/profile.ts";
import type { Datum } from "../datum.ts";
import type { ModelHandle } from "../engine.ts";
import { accumulateCustom } from "./linearise.ts";
import type { LossFunction } from "./loss-function.ts";
import { lossOf } from "./loss.ts";
import { policyLoss } from "./policy.ts";

const tokens = Int32Array.of(3, 1, 4, 1, 5);
const datum: Datum = {
  inputTokens: tokens,
  targetTokens: Int32Array.of(1, 4, 1, 5, 9),
  behaviourLogprobs: Float32Array.of(0, -3, -2, Number.NaN, -4),
  advantages: Float32Array.of(0, 1, -1, 2, 1),
};

async function opened(): Promise<{ engine: FakeEngine; handle: ModelHandle }> {
  const engine = new FakeEngine();
  const handle = await engine.openModel({
    modelKey: "m",
    baseModel: fakeBase,
    lora: { rank: 2, seed: 1 },
  });
  return { engine, handle };
}

/** The loss as a function of the weights is known only by its gradient's norm, and by where a step leads. */
async function normOf(
  run: (engine: FakeEngine, handle: ModelHandle) => Promise<unknown>,
): Promise<number> {
  const { engine, handle } = await opened();
  await run(engine, handle);
  return (await engine.step(handle, { learningRate: 0 })).gradientNorm;
}

describe("any loss on an engine that has only cross entropy", () => {
  it("has the gradient of the loss by name", async () => {
    const spec = { name: "cispo", clipLow: 0.5, clipHigh: 1.5 } as const;
    const data = [{ ...datum, behaviourLogprobs: Float32Array.of(0, -3, -2, -1, -4) }];
    const named = await normOf((engine, handle) => engine.accumulate(handle, data, spec));
    const custom = await normOf((engine, handle) =>
      accumulateCustom(engine, handle, data, lossOf(spec)),
    );
    expect(named).toBeGreaterThan(0);
    expect(Math.abs(custom / named - 1)).toBeLessThan(1e-6);
  });

  it("takes losses that no engine knows, and returns their own value", async () => {
    const { engine, handle } = await opened();
    const squared: LossFunction = (_datum, logprobs) => {
      const loss = logprobs.reduce((sum, p) => sum + p * p, 0);
      return { loss, gradient: logprobs.map((p) => 2 * p), metrics: { "loss:sum": loss } };
    };
    const losses: number[] = [];
    for (let step = 0; step < 10; step += 1) {
      const { metrics } = await accumulateCustom(engine, handle, [datum], squared);
      losses.push(metrics["loss:sum"] ?? Number.NaN);
      await engine.step(handle, { learningRate: 0.05 });
    }
    expect(losses.at(-1)).toBeLessThan((losses[0] ?? 0) / 2);
  });

  it("lets tokens without a recorded log-probability through: forward never sees them", async () => {
    const norm = await normOf((engine, handle) =>
      accumulateCustom(engine, handle, [datum], policyLoss({ kimiK2Tau: 0.1 })),
    );
    expect(norm).toBeGreaterThan(0);
  });

  it("accumulates nothing where no derivative is left", async () => {
    const advantages = new Float32Array(5);
    const norm = await normOf((engine, handle) =>
      accumulateCustom(engine, handle, [{ ...datum, advantages }], policyLoss({})),
    );
    expect(norm).toBe(0);
  });

  it("accumulates nothing where the loss is not finite", async () => {
    const { engine, handle } = await opened();
    const broken: LossFunction = (_datum, logprobs) => ({
      loss: 0,
      gradient: logprobs.map(() => Number.NaN),
      metrics: {},
    });
    await expect(accumulateCustom(engine, handle, [datum], broken)).rejects.toMatchObject({
      kind: "numerical",
    });
    expect((await engine.step(handle, { learningRate: 0 })).gradientNorm).toBe(0);
  });
});
