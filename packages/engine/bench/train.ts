/**
 * `node packages/engine/bench/train.ts [--prototype=FOLDER] [--before=CHECKOUT] [--quick]`: how fast all weights and an
 * adapter are trained, in turns with another engine in a folder, with another checkout of this one and with @jax-js/jax, and
 * what a step on 135 million parameters takes.
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
import { openOtherCheckout } from "./other-checkout.ts";
import { openOtherEngine } from "./other-engine.ts";

/**
 * One way to train and how the contestants did: bare first, then engine, other, beforeBare, beforeEngine and jax where they
 * take part.
 */
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
  /** The same of the other checkout, in a process that ran in turns with those of this one. */
  readonly mediumBefore: MediumStep | null;
}

const { values: flags } = parseArgs({
  options: {
    prototype: { type: "string" },
    before: { type: "string" },
    quick: { type: "boolean", default: false },
  },
});
const other = flags.prototype === undefined ? null : await openOtherEngine(flags.prototype);
const before = flags.before === undefined ? null : await openOtherCheckout(flags.before);
const root = mkdtempSync(join(tmpdir(), "heddle-bench-train-"));
try {
  const folder = await writeRandomFolder(join(root, "tiny"), shapes.tiny);
  const tiny: TrainingTimes[] = [];
  for (const threads of flags.quick ? [1] : [1, 2])
    for (const trained of ["full", "lora"] as const)
      tiny.push(await measure(trained, threads, folder));
  const medium = flags.quick
    ? { medium: null, mediumBefore: null }
    : await measureMedium(await writeRandomFolder(join(root, "medium"), shapes.medium));
  console.log(JSON.stringify({ tiny, ...medium } satisfies TrainingReport));
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
  const bareBefore = before?.bareTraining(shapes.tiny, trained, threads);
  const engineBefore =
    trained === "lora" ? await before?.engineTraining(folder, threads) : undefined;
  if (bareBefore !== undefined)
    contestants.push({ name: "beforeBare", run: () => bareBefore.step(batch) });
  if (engineBefore !== undefined)
    contestants.push({ name: "beforeEngine", run: () => engineBefore.step(batch) });
  const scores = await contest(contestants, { turns: flags.quick ? 2 : 15 });
  await engineBefore?.close();
  await bareBefore?.close();
  await engine?.close();
  await bare.close();
  return { trained, threads, tokens: tokensOf(batch), scores };
}

async function measureMedium(
  folder: string,
): Promise<Pick<TrainingReport, "medium" | "mediumBefore">> {
  const program = "medium-step.ts";
  const first = await runMeasured<MediumStep>(program, folder);
  if (before === null) return { medium: first, mediumBefore: null };
  const ofBefore = join(before.measured, program);
  const mediumBefore = together(
    await runMeasured<MediumStep>(ofBefore, folder),
    await runMeasured<MediumStep>(ofBefore, folder),
  );
  const last = await runMeasured<MediumStep>(program, folder);
  return { medium: together(first, last), mediumBefore };
}

function together(one: MediumStep, other: MediumStep): MediumStep {
  return {
    tokens: one.tokens,
    stepMs: [...one.stepMs, ...other.stepMs],
    peakBytes: Math.max(one.peakBytes, other.peakBytes),
  };
}
