import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { ChatForm } from "../../loom/chat-tokens.ts";
import { exportWeights } from "../../loom/export.ts";
import { beginWith, earlierFigures, weightsDigest } from "../../loom/training/earlier-run.ts";
import { laterRun, learningRateAt, loomSettings } from "../../loom/training/settings.ts";
import { loomShape } from "../../loom/training/shape.ts";
import { resumeRun, saveRun } from "../../loom/training/run-state.ts";
import { TrainingRun } from "../../loom/training/training-run.ts";
import { lossCurve } from "../../loom/training/loss-curve.ts";
import { progressLine } from "../../loom/training/progress-bar.ts";
import { Compute } from "../compute/compute.ts";
import { loomFolder } from "../loom.ts";

const form = new ChatForm(join(loomFolder, "tokenizer.json"));
const shape = {
  ...loomShape,
  vocabulary: form.vocabulary,
  width: 32,
  layers: 2,
  heads: 2,
  keyValueHeads: 1,
  headSize: 16,
  feedForward: 64,
};
const settings = { ...loomSettings, totalTokens: 40_000, batchTokens: 256, warmupSteps: 5 };
const folder = mkdtempSync(join(tmpdir(), "loom-run-"));
afterAll(() => rmSync(folder, { recursive: true }));

function begun(changed: Partial<typeof settings> = {}): TrainingRun {
  return new TrainingRun({ ...settings, ...changed }, shape, form, new Compute());
}

function advanced(run: TrainingRun, steps: number): TrainingRun {
  for (let step = 0; step < steps; step += 1) run.advance();
  return run;
}

function weightsOf(run: TrainingRun): number[][] {
  return [...run.model.weights.names()].map((name) => [...run.model.weights.floats(name)]);
}

it("ends in the same weights whether or not it was interrupted", () => {
  const whole = advanced(begun(), 50);
  const first = advanced(begun(), 23);
  saveRun(first, folder);
  advanced(first, 4);
  const second = begun();
  expect(resumeRun(second, folder)).toBe(true);
  expect(second.step).toBe(23);
  advanced(second, 27);
  expect(weightsOf(second)).toEqual(weightsOf(whole));
  expect(second.curve).toEqual(whole.curve);
  expect(second.tokensSeen).toBe(whole.tokensSeen);
});

it("begins anew where nothing was saved, and refuses the state of other settings", () => {
  expect(resumeRun(begun(), join(folder, "nothing"))).toBe(false);
  expect(() => resumeRun(begun({ learningRate: 1 }), folder)).toThrow(/other settings/u);
});

it("begins with the weights of a folder that an earlier run wrote, and says which", () => {
  const earlier = { ...loomShape, vocabulary: form.vocabulary };
  const run = new TrainingRun({ ...settings, ...laterRun(1) }, earlier, form, new Compute());
  beginWith(run, loomFolder);
  const again = join(folder, "again");
  exportWeights(run.model, again);
  expect(weightsDigest(again)).toBe(weightsDigest(loomFolder));
  expect(earlierFigures(loomFolder).parameters).toBe(run.figures().parameters);
});

it("learns: the loss falls", () => {
  const run = advanced(begun(), 60);
  expect(run.curve).toHaveLength(3);
  expect(run.curve[2]!.loss).toBeLessThan(run.curve[0]!.loss * 0.8);
});

it.each([
  ["rises over the first steps", 0, 0, loomSettings.learningRate / loomSettings.warmupSteps],
  ["stands at its height after them", 1000, 0, loomSettings.learningRate],
  [
    "is half way down in the middle",
    1000,
    0.5,
    (loomSettings.learningRate * (1 + loomSettings.lastRateShare)) / 2,
  ],
  ["ends at its last share", 1000, 1, loomSettings.learningRate * loomSettings.lastRateShare],
])("learning rate %s", (_, step, progress, expected) => {
  expect(learningRateAt(loomSettings, step, progress)).toBeCloseTo(expected, 8);
});

it("draws the curve within its frame, also of one point", () => {
  const picture = lossCurve([{ tokens: 1000, loss: 2 }], "loss");
  expect(picture).toMatch(/^<svg /u);
  expect(picture).not.toMatch(/NaN|Infinity/u);
});

it("says how far it is and how long it takes", () => {
  const line = progressLine({
    share: 0.5,
    tokensPerSecond: 3100,
    remainingSeconds: 3130,
    loss: 0.4119,
  });
  expect(line).toBe(
    `[${"#".repeat(15)}${" ".repeat(15)}] 50.0 %  loss 0.412  3,100 tokens/s  52:10 left`,
  );
});
