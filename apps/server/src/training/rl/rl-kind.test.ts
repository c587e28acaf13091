import type { BaseText, EmbeddedEngine, ModelHandle } from "@heddle/engine";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Blobs } from "../../store/blobs/blobs.ts";
import { openFolderBlobs } from "../../store/blobs/folder-blobs.ts";
import { UnfitRequest } from "../unfit-request.ts";
import { Checkpoints } from "../checkpoints/checkpoints.ts";
import { trajectoryLines } from "../trajectories/trajectory-lines.ts";
import { JobKinds } from "../jobs/job-kinds.ts";
import { JobFailure, type WorkContext } from "../jobs/job-work.ts";
import { QueueScene } from "../jobs/testing/queue-scene.ts";
import type { RlInput } from "./rl-input.ts";
import { rlKind } from "./rl-kind.ts";

let scene: QueueScene;
let blobs: Blobs;

beforeEach(async () => {
  scene = await QueueScene.open();
  blobs = await openFolderBlobs(join(scene.records.folder, "blobs"));
});
afterEach(() => scene[Symbol.asyncDispose]());

const context: WorkContext = {
  engine: {} as EmbeddedEngine,
  handle: {} as ModelHandle,
  signal: new AbortController().signal,
};
const text = { baseModel: "heddle/loom" } as BaseText;

test("a job by reward gets its groups, its start and the past of its model", async () => {
  const model = await scene.model("a");
  const checkpoints = new Checkpoints({ records: scene.records, onRetired: () => {} });
  const metrics = { "train/reward_std_dev": 0.25 };
  const next = { samplerVersion: "v1", stateName: null, jobKind: "rl", metrics };
  await checkpoints.add(model.id, next);
  const groups = [{ trajectories: [{ messages_and_choices: [], reward: 1 }] }];
  const staged = await blobs.stage(trajectoryLines("train", groups), { maxBytes: 10_000 });
  await staged.commit();
  const job = await scene.read(await scene.queue(model));

  const seen: RlInput[] = [];
  const kind = rlKind({
    records: scene.records,
    blobs,
    text: () => text,
    prepare: async (input) => {
      seen.push(input);
      const takeStep = (): Promise<never> => Promise.reject(new Error("There is no step."));
      return { sequences: 0, steps: 0, takeStep, summary: () => ({}) };
    },
  });
  const config = { learning_rate: 0.5 };
  const stored = { ...job, inputDigest: staged.digest, config, startStep: 1 };
  const journal = { keptData: async () => {} };
  await kind.prepare({ job: stored, journal }, context);

  const [input] = seen;
  expect(input).toMatchObject({ groups, config, step: 1, text });
  const { signal } = context;
  const sampler = { kind: "sampler", modelKey: model.id, version: "v1" };
  expect(await input?.samplerOf(1, signal)).toEqual(sampler);
  expect(await input?.samplerOf(0, signal)).toEqual({ kind: "base", baseModel: "heddle/loom" });
  expect(await input?.samplerOf(2, signal)).toBeUndefined();
  expect(await input?.rewardDeviations(signal)).toEqual([{ step: 1, value: 0.25 }]);
});

test("an option that cannot be followed is refused by its name, as a rule of training", () => {
  const kind = rlKind({ records: scene.records, blobs, text: () => text });
  const kinds = new JobKinds({ rl: kind });
  expect(() => kinds.refuse("rl", { kl_ref_adapter_path: "/adapter" })).toThrow(UnfitRequest);
  expect(() => kinds.refuse("rl", { kl_ref_adapter_path: "/adapter" })).toThrow(
    "kl_ref_adapter_path",
  );
  expect(() => kinds.refuse("rl", { learning_rate: 0.001 })).not.toThrow();
  expect(() => kinds.of("sft")).toThrow(JobFailure);
});

test.each([
  [null, undefined],
  [{ kl_penalty_coef: 0.1 }, undefined],
  [{ kl_penalty_coef: 0, kl_penalty_reference_step: 3 }, undefined],
  [{ kl_penalty_coef: 0.1, kl_penalty_reference_step: 3 }, { step: 3 }],
  [{ kl_penalty_coef: 0.1, kl_penalty_step_lag: 2 }, { lag: 2 }],
])("the configuration %j needs the step %j beside the start", (config, reference) => {
  const { records } = scene;
  const kinds = new JobKinds({ rl: rlKind({ records, blobs, text: () => text }) });
  expect(kinds.referenceOf("rl", config)).toEqual(reference);
  expect(kinds.referenceOf("sft", config)).toBeUndefined();
});
