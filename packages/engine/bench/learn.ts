/**
 * `node packages/engine/bench/learn.ts [--loom=FOLDER]`: what the built-in model (or another one in its place) learns
 * through the interface of engines, and how soon: thirty answers by supervision, and a toy reward by sampling.
 * Prints JSON; `npm run bench -- engine-learning` makes a table of it.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openEmbeddedEngine } from "../src/embedded/embedded-engine.ts";
import { loomFolder, loomModelId } from "../src/loom.ts";
import { fitAnswers } from "./learning/answer-fit.ts";
import type { Curve } from "./learning/curve.ts";
import { raiseReward } from "./learning/reward-run.ts";

/** What this program prints. */
export interface LearningReport {
  /** Answers that are exact, of thirty. */
  readonly answers: Curve;
  /** Mean reward, from 0 to 1. */
  readonly reward: Curve;
}

const { values: flags } = parseArgs({ options: { loom: { type: "string", default: loomFolder } } });
const directory = mkdtempSync(join(tmpdir(), "heddle-bench-learning-"));
const engine = await openEmbeddedEngine({ directory, models: { [loomModelId]: flags.loom } });
try {
  const answers = await fitAnswers(engine);
  const reward = await raiseReward(engine);
  console.log(JSON.stringify({ answers, reward } satisfies LearningReport));
} finally {
  await engine.shutdown();
  rmSync(directory, { recursive: true, force: true });
}
