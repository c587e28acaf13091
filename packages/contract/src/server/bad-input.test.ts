import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { credentials } from "./credentials.ts";
import { runServer, type RunningServer } from "./running-server.ts";

let server: RunningServer;

beforeAll(async () => {
  server = await runServer();
});

afterAll(() => server?.end());

function post(
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${server.url}/traces${path}`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...credentials(server.keys.write), ...headers },
  });
}

const project = "acme/bad-input";
const start = {
  project_id: project,
  id: "call-1",
  op_name: "op",
  started_at: "2026-01-01T00:00:00Z",
  attributes: {},
  inputs: { secret: "s3cr3t-value" },
};
const digest = "a".repeat(43);
const nested = "[".repeat(250) + "]".repeat(250);

interface Case {
  readonly name: string;
  readonly path: string;
  readonly body: string;
  readonly status: number;
}

const cases: Case[] = [
  { name: "malformed JSON", path: "/call/start", body: '{"start": {"project_id": ', status: 400 },
  { name: "no body", path: "/call/start", body: "", status: 422 },
  { name: "NaN", path: "/obj/create", body: '{"obj":{"val":NaN}}', status: 400 },
  {
    name: "nested deeper than 200",
    path: "/obj/create",
    body: `{"obj":{"project_id":"${project}","object_id":"deep","val":${nested}}}`,
    status: 413,
  },
  { name: "a missing field", path: "/call/start", body: '{"start":{}}', status: 422 },
  {
    name: "a field of the wrong type",
    path: "/call/start",
    body: JSON.stringify({ start: { ...start, inputs: "text" } }),
    status: 422,
  },
  {
    name: "an unknown batch mode",
    path: "/call/upsert_batch",
    body: JSON.stringify({ batch: [{ mode: "middle", req: { start } }] }),
    status: 400,
  },
  {
    name: "a date outside of the stored range",
    path: "/call/start",
    body: JSON.stringify({ start: { ...start, started_at: "1815-12-10T00:00:00Z" } }),
    status: 400,
  },
  {
    name: "a negative limit",
    path: "/calls/stream_query",
    body: JSON.stringify({ project_id: project, limit: -1 }),
    status: 400,
  },
  {
    name: "an empty $and",
    path: "/calls/stream_query",
    body: JSON.stringify({ project_id: project, query: { $expr: { $and: [] } } }),
    status: 400,
  },
  {
    name: "an unknown field",
    path: "/calls/stream_query",
    body: JSON.stringify({
      project_id: project,
      query: { $expr: { $eq: [{ $getField: "favourite" }, { $literal: 1 }] } },
    }),
    status: 422,
  },
  {
    name: "a filter of more than 1,000 ids",
    path: "/calls/stream_query",
    body: JSON.stringify({
      project_id: project,
      filter: { call_ids: Array.from({ length: 1_001 }, (_, index) => `id-${index}`) },
    }),
    status: 400,
  },
  {
    name: "an unknown object",
    path: "/obj/read",
    body: JSON.stringify({ project_id: project, object_id: "nothing", digest: "latest" }),
    status: 404,
  },
  {
    name: "an object name with a slash",
    path: "/obj/create",
    body: JSON.stringify({ obj: { project_id: project, object_id: "a/b", val: 1 } }),
    status: 422,
  },
  {
    name: "a digest that does not match",
    path: "/obj/create",
    body: JSON.stringify({
      obj: { project_id: project, object_id: "checked", val: 1, expected_digest: digest },
    }),
    status: 409,
  },
  {
    name: "a table's digest that does not match",
    path: "/table/create",
    body: JSON.stringify({
      table: { project_id: project, rows: [{ a: 1 }], expected_digest: digest },
    }),
    status: 409,
  },
  {
    name: "an unknown file",
    path: "/file/content",
    body: JSON.stringify({ project_id: project, digest }),
    status: 404,
  },
  {
    name: "a malformed ref",
    path: "/refs/read_batch",
    body: JSON.stringify({ refs: ["weave:///acme/bad-input/object/no-version"] }),
    status: 400,
  },
  {
    name: "a missing object",
    path: "/refs/read_batch",
    body: JSON.stringify({ refs: [`weave:///${project}/object/gone:${digest}`] }),
    status: 404,
  },
];

describe("the documented answer", () => {
  test.each(cases)("$name → $status", async ({ path, body, status }) => {
    const response = await post(path, body);
    const text = await response.text();
    expect(response.status, text).toBe(status);
    const answer = JSON.parse(text) as Record<string, unknown>;
    expect(answer).toHaveProperty(status === 422 && "detail" in answer ? "detail" : "reason");
    expect(text).not.toMatch(/DB::|Exception|SQLITE|\bat .*\.ts/);
  });

  test("a body over the limit → 413 with a reason", async () => {
    const response = await post("/call/start", new Uint8Array(33 * 1024 * 1024).fill(32));
    expect(response.status).toBe(413);
    expect(await response.json()).toHaveProperty("reason");
  });

  test("a form where JSON is due → 4xx with a reason", async () => {
    const form = new FormData();
    form.set("project_id", project);
    const response = await fetch(`${server.url}/traces/call/start`, {
      method: "POST",
      body: form,
      headers: credentials(server.keys.write),
    });
    expect([400, 415, 422]).toContain(response.status);
    await response.arrayBuffer();
  });

  test("JSON without a content type, as one SDK sends it, is read", async () => {
    const response = await fetch(`${server.url}/traces/call/start`, {
      method: "POST",
      body: new TextEncoder().encode(JSON.stringify({ start: { ...start, id: "untyped" } })),
      headers: credentials(server.keys.write),
    });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  });

  test("an unknown path → 404 with a reason", async () => {
    const response = await post("/feedback/unknown", "{}");
    expect(response.status).toBe(404);
    expect(await response.json()).toHaveProperty("reason");
  });
});

test("one bad item in a batch refuses the batch, and what was acknowledged stays", async () => {
  const item = (id: string, more: object = {}): object => ({
    mode: "start",
    req: { start: { ...start, id, project_id: "acme/batches", ...more } },
  });
  const stored = async (): Promise<string[]> => {
    const response = await post("/calls/query", JSON.stringify({ project_id: "acme/batches" }));
    const { calls } = (await response.json()) as { calls: { id: string }[] };
    return calls.map(({ id }) => id).sort();
  };
  const send = async (batch: object[]): Promise<number> => {
    const response = await post("/call/upsert_batch", JSON.stringify({ batch }));
    await response.arrayBuffer();
    return response.status;
  };

  expect(await send([item("a"), item("b")])).toBe(200);
  // For a lone surrogate or a year out of range, an engine would refuse the whole flush.
  const answers = await Promise.all([
    send([item("c"), item("d", { started_at: "2200-01-01T00:00:00Z" })]),
    send([item("e", { display_name: "\ud800 lone" })]),
    send([item("f")]),
  ]);
  expect(answers).toEqual([400, 200, 200]);
  expect(await stored()).toEqual(["a", "b", "e", "f"]);
});
