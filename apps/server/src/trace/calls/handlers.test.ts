import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testApp } from "../testing/test-app.ts";
import { CallAggregates } from "./aggregate/call-aggregates.ts";
import { callsHandlers } from "./handlers.ts";
import { CallScene } from "./testing/call-scene.ts";

let scene: CallScene;
let app: ReturnType<typeof testApp>;

beforeAll(async () => {
  scene = await CallScene.open();
  const aggregates = new CallAggregates(scene.stores.traces);
  const calls = callsHandlers(scene.calls, aggregates);
  app = testApp({ calls }, scene.author, scene.stores.access);
});
afterAll(() => scene[Symbol.asyncDispose]());
beforeEach(() => scene.enterNewProject());

async function post(path: string, body: unknown): Promise<{ status: number; text: string }> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const headers = { "content-type": "application/json" };
  const response = await app.request(path, { method: "POST", headers, body: text });
  return { status: response.status, text: await response.text() };
}

async function ok(path: string, body: unknown): Promise<unknown> {
  const { status, text } = await post(path, body);
  expect([status, text.slice(0, 300)]).toEqual([200, expect.anything()]);
  return JSON.parse(text);
}

describe("reads return what clients sent", () => {
  const inputs =
    '{ "z": 1.0, "a": 123456789012345678901, "e": "\\u00e9\\ud800", "n": null,\n "z2": {} }';
  const storedInputs = '{"z":1.0,"a":123456789012345678901,"e":"é\\ud800","n":null,"z2":{}}';
  const output = "[1e3, 0.10, -0, true]";
  const summary = '{"b": 2.0, "a": {"x": null}}';

  test("without white space, in a batch, and in a stream with one call per line", async () => {
    const { project_id } = scene;
    const half = (kind: string, members: string): string =>
      `{"mode":"${kind}","req":{"${kind}":{"project_id":"${project_id}","id":"c1",${members}}}}`;
    const start = `"op_name":"op","started_at":"2026-01-01T00:00:00Z","attributes":{},"inputs":${inputs}`;
    const end = `"ended_at":"2026-01-01T00:00:01Z","output":${output},"summary":${summary}`;
    const batch = `{"batch":[${half("start", start)},${half("end", end)}]}`;
    const answer = (await ok("/call/upsert_batch", batch)) as { res: object[] };
    expect(answer.res).toEqual([{ id: "c1", trace_id: expect.any(String) as string }, {}]);
    const { text } = await post("/calls/stream_query", { project_id });
    expect(text).toContain(`"inputs":${storedInputs}`);
    expect(text).toContain('"output":[1e3,0.10,-0,true]');
    expect(text).toContain('"summary":{"b":2.0,"a":{"x":null},"weave":{"status":"success"');
    expect(text.trimEnd().split("\n")).toHaveLength(1);
    expect((await post("/call/read", { project_id, id: "c1" })).text).toContain(
      `"inputs":${storedInputs}`,
    );
  });
});

describe("one half at a time", () => {
  test("under ids that the server makes", async () => {
    const { project_id } = scene;
    const { id: _, trace_id: _trace, ...start } = scene.startOf("");
    const ids = (await ok("/call/start", { start })) as { id: string; trace_id: string };
    expect(ids.id).toMatch(/^[0-9a-f-]{13}-7/);
    expect(ids.trace_id).not.toBe(ids.id);
    expect(await ok("/call/end", { end: scene.endOf(ids.id) })).toEqual({});
    expect(await ok("/call/read", { project_id, id: ids.id })).toMatchObject({
      call: { ...ids, wb_user_id: "user-of-acme", summary: { weave: { status: "success" } } },
    });
    expect(await ok("/call/read", { project_id, id: "none" })).toEqual({ call: null });
  });

  test("on the paths that name the project", async () => {
    const { project_id } = scene;
    const start = scene.startOf("c1");
    expect(await ok(`/v2/${project_id}/call/start`, { start })).toMatchObject({ id: "c1" });
    expect(await ok(`/v2/${project_id}/call/end`, { end: scene.endOf("c1") })).toEqual({});
    const batch = [scene.completedOf("c2")];
    expect(await ok(`/v2/${project_id}/calls/complete`, { batch })).toEqual({});
    expect(await ok("/calls/query_stats", { project_id })).toMatchObject({ count: 2 });
  });

  test("of another project than the path's is refused", async () => {
    const path = "/v2/acme/other";
    for (const [operation, body] of [
      ["call/start", { start: scene.startOf("c1") }],
      ["call/end", { end: scene.endOf("c1") }],
      ["calls/complete", { batch: [scene.completedOf("c1")] }],
    ] as const) {
      const { status, text } = await post(`${path}/${operation}`, body);
      expect([status, text]).toEqual([400, expect.stringContaining("the path names")]);
    }
    expect(await ok("/calls/query_stats", { project_id: scene.project_id })).toMatchObject({
      count: 0,
    });
  });
});

test("update, delete and query answer as documented", async () => {
  const { project_id } = scene;
  await ok("/call/upsert_batch", { batch: [scene.start("c1"), scene.start("c2")] });
  expect(await ok("/call/update", { project_id, call_id: "c1", display_name: "n" })).toEqual({});
  expect((await post("/call/update", { project_id, call_id: "c1" })).status).toBe(400);
  expect(await ok("/calls/query", { project_id, columns: ["display_name"] })).toMatchObject({
    calls: [
      { id: "c1", display_name: "n" },
      { id: "c2", display_name: null },
    ],
  });
  expect(await ok("/calls/delete", { project_id, call_ids: ["c1", "x"] })).toEqual({
    num_deleted: 2,
  });
  expect(await ok("/calls/query", { project_id })).toMatchObject({ calls: [{ id: "c2" }] });
  expect(await ok("/call/upsert_batch", { batch: [] })).toEqual({ res: [] });
});

test("one wrong half makes the server refuse its whole batch", async () => {
  const { project_id } = scene;
  const batch = [scene.start("c1"), scene.start("c2", { started_at: "1950-01-01T00:00:00Z" })];
  const { status, text } = await post("/call/upsert_batch", { batch });
  expect([status, text]).toEqual([400, expect.stringContaining("1970 to 2105")]);
  expect(await ok("/calls/query_stats", { project_id })).toMatchObject({ count: 0 });
});

test("a request for a stream that cannot be answered gets an ordinary error", async () => {
  const { project_id } = scene;
  const query = {
    $expr: { $eq: [{ $getField: "annotation_queue_items.queue_id" }, { $literal: 1 }] },
  };
  const { status, text } = await post("/calls/stream_query", { project_id, query });
  expect([status, text]).toEqual([
    400,
    expect.stringContaining("annotation_queue_items.queue_id is not supported"),
  ]);
});
