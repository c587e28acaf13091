import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { conformanceCases } from "../conformance/conformance.ts";
import { readSafetensors, toFloats, writeSafetensors } from "../weights/safetensors.ts";
import { jobsOver } from "../conformance/fake/jobs.ts";
import { type EmbeddedEngine, openEmbeddedEngine } from "./embedded-engine.ts";
import { openTestEngine, tiny } from "./testing/opened-engine.ts";
import { temporaryFolder, writeTinyModel } from "./testing/tiny-model.ts";
import { mergedScores } from "./testing/merged-scores.ts";

const { folder, remove } = temporaryFolder();
const model = await writeTinyModel(`${folder}/model`);
raiseEmbeddings(`${model}/model.safetensors`);
const engine = await openEmbeddedEngine({
  directory: `${folder}/data`,
  models: { "heddle/loom": model, [tiny]: model },
  maxMemoryBytes: 2 ** 28,
  limits: { maxModels: 8 },
});

// The process goes on when the worker dies, so the engine that is there afterwards is the same object.
const restartable = async (): Promise<{
  readonly engine: EmbeddedEngine;
  readonly restart: () => Promise<EmbeddedEngine>;
}> => {
  const jobs = await openTestEngine();
  return {
    engine: jobs.engine,
    restart: async () => {
      await jobs.engine.killWorker();
      return jobs.engine;
    },
  };
};

const { cases, close } = conformanceCases({
  open: async () => engine,
  baseModel: tiny,
  learningRate: 0.02,
  decode: (tokens) => engine.text(tiny).decode(Int32Array.from(tokens)),
  mergedScores: (files, tokens) => mergedScores(model, files, tokens),
  jobs: jobsOver(restartable, tiny),
});

afterAll(async () => {
  await close();
  remove();
});

it.for(cases.map((one) => [one.name, one] as const))("%s", async ([, one], context) => {
  const { outcome, reason } = await one.run();
  if (outcome === "not applicable") context.skip(reason);
  expect(outcome, reason).toBe("passed");
});

/** Random embeddings are so small that a tied head can hardly prefer a token, whatever is learnt. */
function raiseEmbeddings(path: string): void {
  const { tensors } = readSafetensors(readFileSync(path), path);
  const raised = [...tensors].map(([name, tensor]) => {
    const values = new Float32Array(tensor.shape.reduce((product, size) => product * size, 1));
    toFloats(tensor, values);
    const factor = name === "model.embed_tokens.weight" ? 6 : 1;
    const { shape } = tensor;
    return [name, { dtype: "F32", shape, values: values.map((value) => value * factor) }] as const;
  });
  writeFileSync(path, writeSafetensors(raised));
}
