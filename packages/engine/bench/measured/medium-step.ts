/**
 * `node packages/engine/bench/measured/medium-step.ts FOLDER`: what a step of training an adapter takes on the model of a folder,
 * 4 sequences of 128 tokens, through the public interface with its own choice of threads. Prints JSON for `train.ts`.
 */
import { resourceUsage } from "node:process";
import { engineTraining } from "../contestants/engine-training.ts";
import { randomBatch, tokensOf } from "../contestants/training.ts";
import { shapes } from "../models/shapes.ts";

/** The steps of this program. */
export interface MediumStep {
  readonly tokens: number;
  /** Of the second and third step: the first takes memory. */
  readonly stepMs: readonly number[];
  /** The most that the process held, resident. */
  readonly peakBytes: number;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the folder of a model.");
const batch = randomBatch(4, 128, shapes.medium.vocabulary);
const training = await engineTraining(folder);
const stepMs: number[] = [];
for (let step = 0; step < 3; step += 1) {
  const from = performance.now();
  await training.step(batch);
  stepMs.push(performance.now() - from);
}
await training.close();
const report: MediumStep = {
  tokens: tokensOf(batch),
  stepMs: stepMs.slice(1),
  // Kilobytes, on Linux and macOS alike by libuv's account.
  peakBytes: resourceUsage().maxRSS * 1024,
};
console.log(JSON.stringify(report));
