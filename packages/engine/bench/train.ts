/**
 * `node packages/engine/bench/train.ts [--prototype=FOLDER] [--quick]`: how fast all weights and an adapter are trained, in
 * turns with another engine in a folder and with @jax-js/jax, and what a step on 135 million parameters takes.
 * Prints JSON; `npm run bench -- engine-train` makes a table of it.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { contest } from "./contest.ts";
import type { Contestant, Score } from "./contest.ts";
import { bareTraining } from "./contestants/bare-training.ts";
import { engineTraining } from "./contestants/engine-training.ts";
import { jaxTraining } from "./contestants/jax-training.ts";
import { otherTraining } from "./contestants/other-training.ts";
import { randomBatch, tokensOf, type Trained } from "./contestants/training.ts";
import { runMeasured } from "./measured/run-measured.ts";
import type { MediumStep } from "./measured/medium-step.ts";
import { writeRandomFolder } from "./models/random-folder.ts";
import { shapes } from "./models/shapes.ts";
import { openOtherEngine } from "./other-engine.ts";

/** One way to train and how the contestants did: bare first, then engine, other and jax where they take part. */
export interface TrainingTimes {
  readonly trained: Trained;
  readonly threads: number;
  /** Of one step. */
  readonly tokens: number;
  readonly scores: Readonly<Record<string, Score>>;
}

/** What this program prints. */
export interface TrainingReport {
  readonly tiny: readonly TrainingTimes[];
  readonly medium: MediumStep | null;
}

const { values: flags } = parseArgs({
  options: { prototype: { type: "string" }, quick: { type: "boolean", default: false } },
});
const other = flags.prototype === undefined ? null : await openOtherEngine(flags.prototype);
const root = mkdtempSync(join(tmpdir(), "heddle-bench-train-"));
try {
  const folder = await writeRandomFolder(join(root, "tiny"), shapes.tiny);
  const tiny: TrainingTimes[] = [];
  for (const threads of flags.quick ? [1] : [1, 2])
    for (const trained of ["full", "lora"] as const)
      tiny.push(await measure(trained, threads, folder));
  const medium = flags.quick
    ? null
    : await runMeasured<MediumStep>(
        "medium-step.ts",
        await writeRandomFolder(join(root, "medium"), shapes.medium),
      );
  console.log(JSON.stringify({ tiny, medium } satisfies TrainingReport));
} finally {
  rmSync(root, { recursive: true, force: true });
}

async function measure(trained: Trained, threads: number, folder: string): Promise<TrainingTimes> {
  const batch = flags.quick
    ? randomBatch(2, 64, shapes.tiny.vocabulary)
    : randomBatch(8, 128, shapes.tiny.vocabulary);
  const bare = bareTraining(shapes.tiny, trained, threads);
  const engine = trained === "lora" ? await engineTraining(folder, threads) : null;
  const contestants: Contestant[] = [{ name: "bare", run: () => bare.step(batch) }];
  if (engine !== null) contestants.push({ name: "engine", run: () => engine.step(batch) });
  if (other !== null) {
    const step = otherTraining(other, bare.model, trained, threads);
    contestants.push({ name: "other", run: () => step(batch) });
  }
  if (threads === 1) {
    const step = await jaxTraining(bare.model, trained);
    contestants.push({ name: "jax", run: () => step(batch) });
  }
  const scores = await contest(contestants, { turns: flags.quick ? 2 : 15 });
  await engine?.close();
  await bare.close();
  return { trained, threads, tokens: tokensOf(batch), scores };
}
