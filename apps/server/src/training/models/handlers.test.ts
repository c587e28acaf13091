import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openRecords } from "../../store/records/records.ts";
import { baseModel, TrainingServer, type TrainingRequest } from "../testing/training-server.ts";

let server: TrainingServer;
let projects = 0;
let project: string;

beforeAll(async () => {
  server = await TrainingServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());

function freshProject(): string {
  projects += 1;
  project = `project-${projects}`;
  return project;
}

function create(members: object = {}, request: TrainingRequest = {}) {
  const body = {
    entity: null,
    project,
    name: "agent-001",
    base_model: baseModel,
    return_existing: true,
    ...members,
  };
  return server.ask("POST", "/preview/models", { body, ...request });
}

async function recordedProjects(): Promise<string[]> {
  const records = await openRecords({ file: server.recordsFile, migrate: false });
  const rows = await records.db.selectFrom("projects").select("name").execute();
  await records.close();
  return rows.map(({ name }) => name);
}

async function listed(query: string, request: TrainingRequest = {}): Promise<string[]> {
  const { status, body } = await server.ask<{ data: { name: string }[] }>(
    "GET",
    `/preview/models?project=${project}${query}`,
    request,
  );
  expect(status).toBe(200);
  return body.data.map(({ name }) => name);
}

describe.each(["/training/v1", "/v1"])("at %s", (prefix) => {
  test("a model is created as the Python client registers it, and the second time the same", async () => {
    freshProject();
    const first = await create({}, { prefix });
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect(first.body).toMatchObject({
      entity: "acme",
      project,
      name: "agent-001",
      base_model: baseModel,
    });
    expect(first.body["run_id"]).toMatch(/^[a-z0-9]{8}$/);
    expect(first.body["created_at"]).toMatch(/^20\d\d-\d\d-\d\dT[\d:]{8}(\.\d{3}000)?Z$/);
    expect(await create({}, { prefix })).toEqual(first);
    expect(await create({ base_model: "acme/unknown-7B" }, { prefix })).toEqual(first);
    const path = `/preview/models/${String(first.body["id"])}`;
    expect(await server.ask("GET", path, { prefix, by: "reader" })).toEqual(first);
  });
});

test("a taken name is a conflict where nothing says to return the model that has it", async () => {
  freshProject();
  expect((await create({ return_existing: false })).status).toBe(200);
  const { status, body } = await create({ return_existing: false });
  expect(status).toBe(409);
  expect(body["detail"]).toContain(`Model agent-001 already exists in acme/${project}`);
});

test("twenty registrations at once make one model", async () => {
  freshProject();
  const answers = await Promise.all(Array.from({ length: 20 }, () => create()));
  expect(new Set(answers.map(({ body }) => body["id"])).size).toBe(1);
  expect(await listed("")).toEqual(["agent-001"]);
});

test("an unknown base model is refused with those that exist, and makes no project", async () => {
  freshProject();
  const { status, body } = await create({ base_model: "acme/unknown-7B" });
  expect(status).toBe(400);
  expect(body["detail"]).toBe(
    'Unsupported base model "acme/unknown-7B". This server trains heddle/loom, ' +
      "OpenPipe/Qwen3-14B-Instruct. HEDDLE_MODELS maps a name onto one of them: " +
      "HEDDLE_MODELS=NAME=MODEL.",
  );
  expect(await recordedProjects()).not.toContain(project);
  await create();
  expect(await recordedProjects()).toContain(project);
});

test.each([
  ["a member is missing", { project: undefined }, ["body", "project"]],
  ["a slash in a name", { name: "a/b" }, ["body", "name"]],
  ["a colon in a name", { name: "a:step1" }, ["body", "name"]],
  ["a name of 129 characters", { name: "a".repeat(129) }, ["body", "name"]],
  ["a line end in a name", { name: "a\n" }, ["body", "name"]],
  ["a slash in an entity", { entity: "acme/x" }, ["body", "entity"]],
])("%s answers 422 with its place", async (_, members, loc) => {
  freshProject();
  const { status, body } = await create(members);
  expect(status).toBe(422);
  expect(body["detail"]).toMatchObject([{ loc }]);
});

test.each(["..", "__proto__", "constructor", "a".repeat(128), "-", "0"])(
  "the name %s is a name like any other",
  async (name) => {
    freshProject();
    const { status, body } = await create({ name });
    expect(status).toBe(200);
    expect((await create({ name })).body).toEqual(body);
    expect(await listed("")).toEqual([name]);
  },
);

describe("the same Idempotency-Key", () => {
  const headers = { "Idempotency-Key": "once" };
  test("answers a repeat as the first time, after a restart too", async () => {
    freshProject();
    const first = await create({ return_existing: false }, { headers });
    expect(first.status).toBe(200);
    expect(await create({ return_existing: false }, { headers })).toEqual(first);
    await server.restart();
    expect(await create({ return_existing: false }, { headers })).toEqual(first);
  });

  test("with another body is a conflict, and of another project is another key", async () => {
    freshProject();
    await create({}, { headers });
    const { status, body } = await create({ name: "other" }, { headers });
    expect(status).toBe(409);
    expect(body["detail"]).toContain("Idempotency-Key");
    expect(await listed("")).toEqual(["agent-001"]);
    freshProject();
    expect((await create({ name: "other" }, { headers })).status).toBe(200);
  });
});

describe("lists", () => {
  test("go by creation, in both orders, page by page", async () => {
    freshProject();
    const names = ["e", "d", "c", "b", "a"];
    const ids: string[] = [];
    for (const name of names) ids.push(String((await create({ name })).body["id"]));
    expect(await listed("")).toEqual(names);
    for (const [order, wanted] of [
      ["asc", names],
      ["desc", names.toReversed()],
    ] as const) {
      const seen: string[] = [];
      let after = "";
      for (;;) {
        const { body } = await server.ask<{
          data: { name: string; id: string }[];
          last_id: string;
          first_id: string;
          has_more: boolean;
        }>("GET", `/preview/models?project=${project}&limit=2&order=${order}${after}`);
        seen.push(...body.data.map(({ name }) => name));
        expect(body.first_id).toBe(body.data[0]?.id);
        expect(body.last_id).toBe(body.data.at(-1)?.id);
        if (!body.has_more) break;
        after = `&after=${body.last_id}`;
      }
      expect(seen).toEqual(wanted);
    }
    expect(await listed(`&after=${ids[3]}`)).toEqual(["a"]);
  });

  test("refuse an id that is not in them, and a limit out of range", async () => {
    freshProject();
    const other = String((await create()).body["id"]);
    freshProject();
    const path = `/preview/models?project=${project}&after=`;
    for (const after of ["none", other, "%00", "x".repeat(5000)]) {
      const { status, body } = await server.ask("GET", path + after);
      expect(status).toBe(404);
      expect(body["detail"]).toContain("No model in this list");
    }
    expect((await server.ask("GET", "/preview/models?limit=0")).status).toBe(422);
    expect((await server.ask("GET", "/preview/models?limit=101")).status).toBe(422);
    expect((await server.ask("GET", "/preview/models?project=a%2Fb")).status).toBe(422);
  });

  test("have the models of the key's entity alone", async () => {
    freshProject();
    await create({}, { by: "elsewhere" });
    expect(await listed("")).toEqual([]);
    expect(await listed("", { by: "elsewhere" })).toEqual(["agent-001"]);
    const { body } = await server.ask<{ data: { entity: string }[] }>(
      "GET",
      "/preview/models?limit=100",
      { by: "elsewhere" },
    );
    expect(new Set(body.data.map(({ entity }) => entity))).toEqual(new Set(["elsewhere"]));
  });
});

test("another entity's models are not found, by their entity or by their id", async () => {
  freshProject();
  const { body: model } = await create();
  const named = await create({ entity: "acme" }, { by: "elsewhere" });
  expect(named.status).toBe(404);
  const path = `/preview/models/${String(model["id"])}`;
  const absent = await server.ask("GET", "/preview/models/none", { by: "elsewhere" });
  expect(absent.status).toBe(404);
  for (const method of ["GET", "DELETE"]) {
    const { status, body } = await server.ask(method, path, { by: "elsewhere" });
    expect(status).toBe(404);
    expect(JSON.stringify(body)).not.toContain("acme");
  }
  expect((await server.ask("GET", path)).body).toEqual(model);
});

test("a key that may only read creates and deletes nothing", async () => {
  freshProject();
  expect((await create({}, { by: "reader" })).status).toBe(403);
  const { body } = await create();
  const path = `/preview/models/${String(body["id"])}`;
  expect((await server.ask("DELETE", path, { by: "reader" })).status).toBe(403);
  expect((await server.ask("GET", path, { by: "reader" })).status).toBe(200);
});

test("deletion takes the model with its checkpoints; its name makes a new one", async () => {
  freshProject();
  const { body: first } = await create();
  const path = `/preview/models/${String(first["id"])}`;
  const answer = await server.ask("DELETE", path);
  expect(answer).toEqual({
    status: 200,
    body: { model_id: first["id"], deleted_checkpoints: 1, deleted_run: true },
  });
  for (const method of ["DELETE", "GET"]) {
    expect((await server.ask(method, path)).status).toBe(404);
  }
  expect(await listed("")).toEqual([]);
  const { body: second } = await create({ return_existing: false });
  expect(second["id"]).not.toBe(first["id"]);
});

test("of many deletions at once, one deletes", async () => {
  freshProject();
  const { body } = await create();
  const path = `/preview/models/${String(body["id"])}`;
  const answers = await Promise.all(Array.from({ length: 10 }, () => server.ask("DELETE", path)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(9);
});

test("a deletion has a JSON header and an empty body, as the Python client sends it", async () => {
  freshProject();
  const { body } = await create();
  const path = `/preview/models/${String(body["id"])}`;
  const answer = await server.ask("DELETE", path, {
    headers: { "Content-Type": "application/json", "Content-Length": "0" },
  });
  expect(answer.status).toBe(200);
});
