import { readdir } from "node:fs/promises";
import type { Inference } from "@heddle/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openRecords } from "../../store/records/records.ts";
import { Checkpoints } from "./checkpoints.ts";
import { freshAnswers, trainSteps } from "../testing/train-steps.ts";
import { baseModel, TrainingServer, type TrainingRequest } from "../testing/training-server.ts";

interface Listed {
  readonly data: readonly { id: string; step: number; metrics: Record<string, number> }[];
  readonly first_id: string;
  readonly last_id: string;
  readonly has_more: boolean;
}

const question = "hello";
const lessons = ["one", "two", "three"].map((answer) => ({ question, answer }));

let server: TrainingServer;

beforeAll(async () => {
  server = await TrainingServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());

async function create(name: string, request: TrainingRequest = {}): Promise<string> {
  const body = { project: "demo", name, base_model: baseModel, return_existing: true };
  const answer = await server.ask("POST", "/preview/models", { body, ...request });
  expect(answer.status).toBe(200);
  return String(answer.body["id"]);
}

/** A model with the steps 0 to 3, after a restart of the server. */
async function trained(name: string): Promise<string> {
  const id = await create(name);
  await server.restart(() => trainSteps(server, id, lessons));
  return id;
}

async function list(id: string, query = ""): Promise<Listed> {
  const path = `/preview/models/${id}/checkpoints${query}`;
  const { status, body } = await server.ask<Listed>("GET", path);
  expect(status).toBe(200);
  return body;
}

const entries = (folder: string): Promise<string[]> => readdir(folder);

const steps = ({ data }: Listed): number[] => data.map(({ step }) => step);

function remove(id: string, wanted: readonly number[], request: TrainingRequest = {}) {
  const path = `/preview/models/${id}/checkpoints`;
  return server.ask("DELETE", path, { body: { steps: wanted }, ...request });
}

function chat(model: string, request: TrainingRequest = {}) {
  const messages = [{ role: "user", content: question }];
  const body = { model, messages, temperature: 1, seed: 5, max_tokens: 24 };
  return server.ask<Inference.ChatCompletion>("POST", "/chat/completions", { body, ...request });
}

/** What a model answers, most likely first. */
async function answerOf(model: string): Promise<string | null | undefined> {
  const messages = [{ role: "user", content: question }];
  const { status, body } = await server.ask<Inference.ChatCompletion>("POST", "/chat/completions", {
    body: { model, messages, temperature: 0, max_tokens: 24 },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.model).toBe(model);
  return body.choices[0]?.message.content;
}

test("a new model has step 0, which answers at once, as training needs it", async () => {
  const id = await create("untrained");
  const page = await list(id, "?limit=1&order=desc");
  expect(page).toMatchObject({ data: [{ step: 0, metrics: {} }], has_more: false });
  expect(page.first_id).toBe(page.data[0]?.id);
  for (const name of [
    "wandb-artifact:///acme/demo/untrained",
    "wandb-artifact://acme/demo/untrained:step0",
    "acme/demo/untrained:latest",
  ]) {
    const { status, body } = await chat(name);
    expect(status).toBe(200);
    const [choice] = body.choices;
    expect(choice?.token_ids).toHaveLength(body.usage.completion_tokens ?? -1);
    expect(choice?.logprobs?.content?.map(({ token }) => token)).toEqual(
      choice?.token_ids?.map((token) => `token_id:${token}`),
    );
    expect(choice?.prompt_token_ids).toEqual(body.prompt_token_ids);
  }
  expect((await chat("wandb-artifact:///acme/demo/untrained:step1")).status).toBe(404);
});

test("step 0 samples what a fresh adapter does, bit for bit", async () => {
  await create("fresh");
  const { body } = await chat("wandb-artifact:///acme/demo/fresh");
  const [choice] = body.choices;
  const answer = {
    tokens: choice?.token_ids,
    logprobs: choice?.logprobs?.content?.map(({ logprob }) => logprob),
  };
  await server.restart(async () => {
    expect(await freshAnswers(server, question, 24, 5)).toEqual([answer, answer]);
  });
});

describe("a trained model", () => {
  let id: string;
  const name = "wandb-artifact:///acme/demo/trained";

  beforeAll(async () => {
    id = await trained("trained");
  });

  test("answers from its newest step, and from each pinned one", async () => {
    const answers = await Promise.all(
      ["", ":latest", ":step1", ":step2", ":step3", ":v2"].map((version) =>
        answerOf(name + version),
      ),
    );
    expect(answers).toEqual(["three", "three", "one", "two", "three", "two"]);
    expect(await answerOf(`${name}:step0`)).toBe(await answerOf("heddle/loom"));
    for (const step of [":step4", ":step99", ":v4", ":best"]) {
      expect((await chat(name + step)).status).toBe(404);
    }
  });

  test("is listed with its checkpoints in pages, in both orders", async () => {
    expect(steps(await list(id))).toEqual([0, 1, 2, 3]);
    expect((await list(id)).data[1]?.metrics).toEqual({ "loss/train": 0.5 });
    for (const [order, wanted] of [
      ["asc", [0, 1, 2, 3]],
      ["desc", [3, 2, 1, 0]],
    ] as const) {
      const first = await list(id, `?limit=3&order=${order}`);
      expect(steps(first)).toEqual(wanted.slice(0, 3));
      expect(first.has_more).toBe(true);
      const second = await list(id, `?limit=3&order=${order}&after=${first.last_id}`);
      expect(steps(second)).toEqual(wanted.slice(3));
      expect(second).toMatchObject({ has_more: false, first_id: second.last_id });
      const none = await list(id, `?order=${order}&after=${second.last_id}`);
      expect(none).toEqual({
        object: "list",
        data: [],
        first_id: "",
        last_id: "",
        has_more: false,
      });
    }
    const other = (await list(await create("other"))).last_id;
    for (const after of ["none", other]) {
      const path = `/preview/models/${id}/checkpoints?after=${after}`;
      expect((await server.ask("GET", path)).status).toBe(404);
    }
  });

  test("is among the models that its entity can ask, and no other", async () => {
    const idsOf = async (by: "acme" | "elsewhere"): Promise<string[]> => {
      const { body } = await server.ask<Inference.ModelList>("GET", "/models", {
        by,
        prefix: "/v1",
      });
      const found = body.data.find((model) => model.id === name);
      if (found) expect(found).toMatchObject({ owned_by: "acme", parent: baseModel });
      return body.data.map((model) => model.id);
    };
    expect(await idsOf("acme")).toContain(name);
    expect((await idsOf("elsewhere")).filter((one) => one.includes("acme"))).toEqual([]);
  });

  test("is not found by another entity, whichever form its name has", async () => {
    for (const form of [name, `${name}:step1`, "wandb-artifact://acme/demo/trained"]) {
      const wrong = await chat(form, { by: "elsewhere" });
      const absent = await chat(form.replace("trained", "nothing"), { by: "elsewhere" });
      expect([wrong.status, absent.status]).toEqual([404, 404]);
    }
    const bare = await chat("acme/demo/trained", { by: "elsewhere" });
    expect(bare.status).toBe(404);
    expect(JSON.stringify(bare.body)).not.toContain("wandb-artifact:///acme");
    const path = `/preview/models/${id}/checkpoints`;
    expect((await server.ask("GET", path, { by: "elsewhere" })).status).toBe(404);
    expect((await remove(id, [1], { by: "elsewhere" })).status).toBe(404);
    expect((await remove(id, [1], { by: "reader" })).status).toBe(403);
    expect(steps(await list(id))).toEqual([0, 1, 2, 3]);
  });
});

describe("deletion of steps", () => {
  const name = "wandb-artifact:///acme/demo/pruned";

  test("takes any, the newest too; the highest that is left answers, and counting goes on", async () => {
    const id = await trained("pruned");
    expect((await remove(id, [])).body).toEqual({ deleted_count: 0, not_found_steps: [] });
    const deleted = await remove(id, [3, 3, 99, -1, 2 ** 53 - 1]);
    expect(deleted).toEqual({
      status: 200,
      body: { deleted_count: 1, not_found_steps: [99, -1, 2 ** 53 - 1] },
    });
    expect(await answerOf(name)).toBe("two");
    expect((await chat(`${name}:step3`)).status).toBe(404);
    expect((await remove(id, [3])).body).toEqual({ deleted_count: 0, not_found_steps: [3] });

    await server.restart(() => trainSteps(server, id, [{ question, answer: "four" }]));
    expect(steps(await list(id))).toEqual([0, 1, 2, 4]);
    expect(await answerOf(name)).toBe("four");

    expect((await remove(id, [0, 1, 2, 4])).body).toMatchObject({ deleted_count: 4 });
    expect(steps(await list(id))).toEqual([]);
    expect(await answerOf(name)).toBe(await answerOf("heddle/loom"));
    expect((await chat(`${name}:step0`)).status).toBe(200);
    expect((await chat(`${name}:step4`)).status).toBe(404);
  });

  test.each([
    [{}, "steps"],
    [{ steps: [1.5] }, "steps"],
    [{ steps: ["1"] }, "steps"],
    [{ steps: null }, "steps"],
  ])("%j is refused with its place", async (body, place) => {
    const id = await create("refused");
    const path = `/preview/models/${id}/checkpoints`;
    const answer = await server.ask("DELETE", path, { body });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body["detail"])).toContain(place);
  });
});

test("deleting a model ends its names and takes its weights off the disk", async () => {
  const id = await trained("gone");
  const folder = `${server.root}/data/engine/${id}/samplers`;
  expect(await entries(folder)).toHaveLength(3);
  const { body } = await server.ask("DELETE", `/preview/models/${id}`);
  expect(body).toMatchObject({ deleted_checkpoints: 4 });
  for (const version of ["", ":step0", ":step2"]) {
    const { status } = await chat(`wandb-artifact:///acme/demo/gone${version}`);
    expect(status).toBe(404);
  }
  expect((await server.ask("GET", `/preview/models/${id}/checkpoints`)).status).toBe(404);
  await expect.poll(() => entries(folder), { timeout: 120_000 }).toEqual([]);
});

test("weights that a crash left behind go at the next start", async () => {
  const id = await trained("left");
  const folder = `${server.root}/data/engine/${id}/samplers`;
  await server.restart(async () => {
    const records = await openRecords({ file: server.recordsFile });
    // As if the server had ended between the transaction and the engine.
    const checkpoints = new Checkpoints({ records, onRetired: () => {} });
    await checkpoints.delete(id, [1, 3]);
    await records.close();
    expect(await entries(folder)).toHaveLength(3);
  });
  await expect.poll(() => entries(folder), { timeout: 120_000 }).toHaveLength(1);
  expect(await answerOf("wandb-artifact:///acme/demo/left")).toBe("two");
});
