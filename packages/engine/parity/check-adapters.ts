/**
 * `node packages/engine/parity/check-adapters.ts [--python=FOLDER]`: adapters between this engine and peft, both ways,
 * on the tiny models of the fixtures. The engine trains and exports; peft loads that, compares logits and writes it
 * anew; the engine imports what peft wrote, and adapters that peft makes afresh. Fails where something differs.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { AdapterFile, AdapterTargets, SamplerRef } from "../src/engine.ts";
import { importedFixtures, peftFiles } from "../src/parity/testing/adapter-fixture.ts";
import { FamilyEngine } from "../src/parity/testing/family-engine.ts";
import { Fixture, type FixtureFamily, fixtureFamilies } from "../src/parity/testing/fixture.ts";
import { decodedLogits, largestDifference } from "../src/parity/testing/logits.ts";
import { Compute } from "../src/compute/compute.ts";
import { Model } from "../src/model/model.ts";
import { loadWeights } from "../src/weights/load-weights.ts";
import { writeMergedModel } from "../src/weights/merged-model.ts";
import { readModelFolder } from "../src/weights/model-folder.ts";
import { readPeft } from "../src/weights/peft.ts";
import { writeSafetensors } from "../src/weights/safetensors.ts";
import { pythonHome, pythonOf } from "./python-home.ts";

/** What float32 rounds away. */
const tolerance = 1e-4;

/** Ways to open a model; without alpha, the engine takes its own. */
const openings: readonly {
  readonly name: string;
  readonly rank: number;
  readonly alpha?: number;
  readonly targets: AdapterTargets;
}[] = [
  { name: "all-1", rank: 1, alpha: 3, targets: "all" },
  { name: "all-8", rank: 8, targets: "all" },
  { name: "attention-4", rank: 4, alpha: 8, targets: "attention" },
  { name: "mlp-5", rank: 5, alpha: 2.5, targets: "mlp" },
];

/** One adapter that the engine trained. */
interface Trained {
  readonly family: FixtureFamily;
  readonly name: string;
  readonly folder: string;
  readonly scores: readonly number[];
}

const { values: flags } = parseArgs({
  options: { python: { type: "string", default: pythonHome } },
});
const root = mkdtempSync(join(tmpdir(), "heddle-check-adapters-"));
const opened = await FamilyEngine.open();
try {
  const trained: Trained[] = [];
  for (const family of fixtureFamilies)
    for (const opening of openings) trained.push(await train(family, opening));
  runPython("check-exports.py", ...trained.map(({ folder }) => folder));
  for (const one of trained) await checkRewritten(one);

  const fresh = join(root, "fresh");
  runPython("make-adapters.py", "--out", fresh);
  for (const { family, name, files, scores } of importedFixtures(fresh)) {
    const sampler = await opened.import(family, `fresh-${family}-${name}`, files);
    report(`${family}, ${name} of peft, imported`, await scoresOf(family, sampler), scores);
  }
} finally {
  await opened.close();
  rmSync(root, { recursive: true, force: true });
}

function runPython(program: string, ...args: readonly string[]): void {
  const command = ["-B", "-W", "ignore", join(import.meta.dirname, program), ...args];
  // The bases have made-up names: there is nothing to ask the hub about them.
  const env = { ...process.env, HF_HUB_OFFLINE: "1" };
  execFileSync(pythonOf(flags.python), command, { stdio: "inherit", env });
}

/** Trains an adapter, and writes its export with the logits and scores that the engine has for it. */
async function train(
  family: FixtureFamily,
  { name, ...lora }: (typeof openings)[number],
): Promise<Trained> {
  const { engine } = opened;
  const modelKey = `${family}-${name}`;
  const handle = await engine.openModel({
    modelKey,
    baseModel: family,
    lora: { ...lora, seed: 3 },
  });
  const fixture = new Fixture(family);
  const { tokens } = fixture.expected;
  const datum = {
    inputTokens: Int32Array.from(tokens.slice(0, -1)),
    targetTokens: Int32Array.from(tokens.slice(1)),
  };
  for (let step = 0; step < 4; step += 1) {
    await engine.accumulate(handle, [datum], { name: "cross_entropy" });
    await engine.step(handle, { learningRate: 0.02 });
  }
  const sampler = await engine.publish(handle, "1");
  await engine.close(handle);

  const files = await opened.exported(sampler);
  const model = fixture.load();
  const logits = decodedLogits(model, readPeft(files, model), tokens.slice(0, -1), tokens.length);
  const scores = await opened.scores(sampler, tokens);
  const folder = join(root, family, name);
  write(join(folder, "adapter"), files);
  const shape = [tokens.length - 1, model.shape.vocabulary];
  const merged = mergedLogits(fixture, files, join(folder, "merged"));
  const expected = writeSafetensors([
    ["logits", { dtype: "F32", shape, values: logits }],
    ["merged_logits", { dtype: "F32", shape, values: merged }],
    ["scores", { dtype: "F32", shape: [scores.length], values: Float32Array.from(scores) }],
  ]);
  write(folder, [{ name: "expected.safetensors", bytes: expected }]);
  return { family, name, folder, scores };
}

/** Writes the model with an adapter merged into it, and says the logits that the engine has for that. */
function mergedLogits(
  { folder: base, expected: { tokens } }: Fixture,
  files: readonly AdapterFile[],
  folder: string,
): Float32Array {
  mkdirSync(folder, { recursive: true });
  writeMergedModel(base, files, folder);
  const read = readModelFolder(folder);
  const model = new Model(read.shape, new Compute());
  loadWeights(read, model);
  return decodedLogits(model, null, tokens.slice(0, -1), tokens.length);
}

function write(folder: string, files: readonly AdapterFile[]): void {
  mkdirSync(folder, { recursive: true });
  for (const { name, bytes } of files) writeFileSync(join(folder, name), bytes);
}

/** Imports what peft wrote of an adapter that it had loaded: the weights are the same, so all bits of the scores are. */
async function checkRewritten({ family, name, folder, scores }: Trained): Promise<void> {
  const files = peftFiles(join(folder, "rewritten"));
  const sampler = await opened.import(family, `rewritten-${family}-${name}`, files);
  const what = `${family}, ${name} of the engine, written anew by peft, imported`;
  report(what, await scoresOf(family, sampler), scores, 0);
}

function scoresOf(family: FixtureFamily, sampler: SamplerRef): Promise<number[]> {
  return opened.scores(sampler, new Fixture(family).expected.tokens);
}

function report(
  what: string,
  found: readonly number[],
  expected: ArrayLike<number>,
  limit = tolerance,
): void {
  const difference = largestDifference(found, expected);
  console.log(`${what}: largest difference of a score ${difference.toExponential(1)}`);
  if (!(difference <= limit)) throw new Error(`${what}: the scores differ by more than ${limit}.`);
}
