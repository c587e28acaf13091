import { afterAll, beforeAll, expect, test } from "vitest";
import { ArtifactClient } from "../artifacts/testing/artifact-client.ts";
import { JobsOfServer, lineOf } from "../testing/jobs-of-server.ts";
import { pairs } from "../testing/pairs.ts";
import { TrainingServer } from "../testing/training-server.ts";

let server: TrainingServer;
let jobs: JobsOfServer;
let artifacts: ArtifactClient;

beforeAll(async () => {
  server = await TrainingServer.start();
  jobs = new JobsOfServer(server);
  artifacts = new ArtifactClient(server);
}, 120_000);
afterAll(() => server[Symbol.asyncDispose]());

const [first = "", second = "", third = ""] = pairs.map(lineOf);

const asked = (modelId: string, training_data_url: string, by?: "elsewhere" | "reader") =>
  server.ask("POST", "/preview/sft-training-jobs", {
    body: { model_id: modelId, training_data_url, config: { batch_size: 1 } },
    ...(by && { by }),
  });

const uploaded = async (name: string, files: Readonly<Record<string, string>>) => {
  const { status, body } = await artifacts.upload({ project: "demo", name }, files);
  expect(status, JSON.stringify(body)).toBe(200);
  return String(body["url"]);
};

test("a job learns from a file that was put into an artifact", async () => {
  const { id } = await jobs.model();
  const artifact = await artifacts.begin("learned", { aliases: ["best"] });
  await artifacts.put(artifact, "train.jsonl", `${first}\n${second}\n`);
  const url = "wandb-artifact:///acme/demo/learned:v0";
  expect((await asked(id, url)).status).toBe(404);
  await server.ask("POST", `/preview/artifacts/${artifact}/commit`);
  for (const address of [url, "wandb-artifact://acme/demo/learned:best"]) {
    const { status, body } = await asked(id, address);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await jobs.ended(String(body["id"]))).toMatchObject({
      status: "succeeded",
      completed_sequences: 2,
    });
  }
});

test("a job keeps the version that an alias led to when it came", async () => {
  const { id } = await jobs.model();
  await uploaded("moving", { "train.jsonl": `${first}\n` });
  const { body } = await asked(id, "wandb-artifact:///acme/demo/moving");
  await uploaded("moving", { "train.jsonl": `${first}\n${second}\n${third}\n` });
  const job = await jobs.ended(String(body["id"]));
  expect(job).toMatchObject({
    completed_sequences: 1,
    recipe: { training_data_url: "wandb-artifact:///acme/demo/moving:v0" },
  });
});

test("a repeat is the same job, though the alias leads to another version by now", async () => {
  const { id } = await jobs.model();
  const url = "wandb-artifact:///acme/demo/repeated";
  await uploaded("repeated", { "train.jsonl": `${first}\n` });
  const request = {
    body: { model_id: id, training_data_url: url, config: { batch_size: 1 } },
    headers: { "Idempotency-Key": "the-same" },
  };
  const made = await server.ask("POST", "/preview/sft-training-jobs", request);
  await uploaded("repeated", { "train.jsonl": `${second}\n` });
  const again = await server.ask("POST", "/preview/sft-training-jobs", request);
  expect([made.status, again.status]).toEqual([200, 200]);
  expect(again.body["id"]).toBe(made.body["id"]);
});

test.each([
  ["trajectories.jsonl before train.jsonl", ["train.jsonl", "trajectories.jsonl"], 1],
  ["train.jsonl before others", ["train.jsonl", "a.jsonl"], 0],
  ["the only file of lines", ["metadata.json", "deep/a.jsonl"], 1],
])("of several files it reads %s", async (_, paths, chosen) => {
  const { id } = await jobs.model();
  const contents = paths.map((path, at) => [path, at === chosen ? `${first}\n` : "no JSON\n"]);
  const url = await uploaded("chosen", Object.fromEntries(contents) as Record<string, string>);
  const { body } = await asked(id, url);
  expect(await jobs.ended(String(body["id"]))).toMatchObject({ status: "succeeded" });
});

test("an artifact without such a file is refused at once", async () => {
  const { id } = await jobs.model();
  const url = await uploaded("unclear", { "a.jsonl": first, "b.jsonl": second });
  const { status, body } = await asked(id, url);
  expect([status, JSON.stringify(body)]).toEqual([
    422,
    expect.stringMatching(/must have a file trajectories\.jsonl or train\.jsonl/),
  ]);
});

test("another entity's artifact is not found, and neither is one that is not there", async () => {
  const url = await uploaded("private", { "train.jsonl": `${first}\n` });
  const made = await server.ask("POST", "/preview/models", {
    body: { project: "demo", name: "spy", base_model: "OpenPipe/Qwen3-14B-Instruct" },
    by: "elsewhere",
  });
  expect(made.status).toBe(200);
  const found = await asked(String(made.body["id"]), url, "elsewhere");
  const { id } = await jobs.model();
  const missing = await asked(id, "wandb-artifact:///acme/demo/nothing:v0");
  expect([found.status, missing.status]).toEqual([404, 404]);
  expect(found.body["message"]).toEqual(missing.body["message"]);
  expect((await asked(id, "wandb-artifact:///acme/demo/a b:v0")).status).toBe(422);
});
