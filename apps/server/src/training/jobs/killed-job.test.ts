import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Training } from "@heddle/types";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lineOf } from "../testing/jobs-of-server.ts";
import { KillableServer } from "../testing/killable-server.ts";
import { pairs } from "../testing/pairs.ts";

let server: KillableServer;

const patiently = { timeout: 240_000, interval: 20 };

beforeEach(async () => {
  const threads = ["--engine-threads", "1"];
  server = await KillableServer.start((folder) => ["--training-data-folders", folder, ...threads]);
});

afterEach(async () => {
  await server.close();
});

async function ask<Body>(path: string, body?: object): Promise<Body> {
  return await server.ask<Body>(`/training/v1/preview${path}`, body);
}

async function newJob(name: string): Promise<Training.TrainingJob> {
  const model = { project: "demo", name, base_model: "heddle/loom" };
  const { id: model_id } = await ask<{ id: string }>("/models", model);
  const training_data_url = pathToFileURL(join(server.folder, "lessons.jsonl")).href;
  const config = { batch_size: 3, learning_rate: 0.005 };
  const sent = { model_id, training_data_url, config };
  const { id } = await ask<{ id: string }>("/sft-training-jobs", sent);
  return await ask<Training.TrainingJob>(`/training-jobs/${id}`);
}

/** The job, once it is as far; the server may be starting again. */
async function once(
  id: string,
  isFar: (job: Training.TrainingJob) => boolean,
): Promise<Training.TrainingJob> {
  let job: Training.TrainingJob | undefined;
  await expect
    .poll(async () => {
      job = await ask<Training.TrainingJob>(`/training-jobs/${id}`).catch(() => undefined);
      return job !== undefined && isFar(job);
    }, patiently)
    .toBe(true);
  return job!;
}

/** The bytes of the only weights that a model has published. */
async function weightsOf(modelId: string): Promise<Buffer> {
  const samplers = join(server.dataDir, "engine", modelId, "samplers");
  const [version, ...others] = await readdir(samplers);
  expect(others).toEqual([]);
  return await readFile(join(samplers, version!, "adapter_model.safetensors"));
}

test("a job whose server is killed ends in the weights of one that was not", async () => {
  const lessons = Array.from({ length: 2 }, () => pairs.map(lineOf)).flat();
  await writeFile(join(server.folder, "lessons.jsonl"), lessons.join("\n"));
  const whole = await newJob("whole");
  expect(await once(whole.id, ({ finished_at }) => finished_at !== null)).toMatchObject({
    status: "succeeded",
    step: 1,
  });

  const cut = await newJob("cut");
  for (const steps of [3, 9]) {
    await once(cut.id, ({ completed_sequences }) => completed_sequences >= steps);
    await server.kill();
  }
  expect(await once(cut.id, ({ finished_at }) => finished_at !== null)).toMatchObject({
    status: "succeeded",
    step: 1,
    completed_sequences: 20,
  });
  const { data } = await ask<{ data: { type: string }[] }>(
    `/training-jobs/${cut.id}/events?limit=100`,
  );
  expect(data.map(({ type }) => type)).toEqual([
    "training_started",
    ...Array<string>(20).fill("gradient_step"),
    "training_ended",
  ]);
  expect(await weightsOf(cut.model_id)).toEqual(await weightsOf(whole.model_id));
});
