import { mkdtemp, readFile, rm } from "node:fs/promises";
import { request as nodeRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadConfig, startServer, type RunningServer } from "./index.ts";

const hostile = `<img src=x onerror="alert(1)">`;
const project_id = "local/My demo";
const pagesAt = "/local/My%20demo";

let dataDir: string;
let server: RunningServer;
let key: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "heddle-whole-"));
  server = await start(dataDir);
  key = (await readFile(join(dataDir, "api-key"), "utf8")).trim();
});

afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true });
});

function start(folder: string, flags: Record<string, string> = {}): Promise<RunningServer> {
  const standard = { "data-dir": folder, port: "0", log: "silent" };
  return startServer(loadConfig({ flags: { ...standard, ...flags }, env: {} }));
}

async function send(path: string, body?: unknown, authorization?: string): Promise<Response> {
  const basic = `Basic ${btoa(`api:${key}`)}`;
  return fetch(server.url + path, {
    headers: { Authorization: authorization ?? basic },
    ...(body === undefined
      ? {}
      : { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

async function answer<Body = unknown>(path: string, body?: unknown): Promise<Body> {
  return (await (await send(path, body)).json()) as Body;
}

interface Started {
  readonly id: string;
  readonly trace_id: string;
}

/** A call with a child, both ended. */
async function traceSomething(): Promise<{ id: string; childId: string }> {
  const half = { project_id, started_at: "2026-08-01T10:00:00Z", attributes: {} };
  const inputs = { question: hostile, score: 1.5 };
  const parent = { ...half, op_name: hostile, inputs };
  const { id, trace_id } = await answer<Started>("/call/start", { start: parent });
  const inside = { ...half, op_name: "inner", inputs: {}, trace_id, parent_id: id };
  const { id: childId } = await answer<Started>("/traces/call/start", { start: inside });
  for (const ended of [id, childId]) {
    const end = { project_id, id: ended, ended_at: "2026-08-01T10:00:02Z", summary: {}, output: 7 };
    expect(await answer("/call/end", { end })).toEqual({});
  }
  return { id, childId };
}

describe("the pages behind the links that SDKs print", () => {
  test("show a call, the calls inside it, and the way back", async () => {
    const { id, childId } = await traceSomething();
    const page = await (await send(`${pagesAt}/r/call/${id}`)).text();
    expect(page).toContain("&lt;img src=x");
    expect(page).not.toContain("<img");
    expect(page).toContain("1.5");
    expect(page).toContain("2.00 s");
    expect(page).toContain(`href="${pagesAt}/weave/calls/${childId}"`);
    const child = await (await send(`${pagesAt}/weave/calls/${childId}`)).text();
    expect(child).toContain(`href="${pagesAt}/weave/calls/${id}"`);
    const project = await (await send(`${pagesAt}/weave`)).text();
    expect(project).toContain(`href="${pagesAt}/weave/calls/${id}"`);
    expect(project).not.toContain("<img");
  });

  test("show a version of an object, by digest and as the latest", async () => {
    const obj = { project_id, object_id: "prompt", val: { text: hostile, weight: "@" } };
    const text = JSON.stringify({ obj }).replace('"@"', "1.0");
    const { digest } = await answer<{ digest: string }>("/obj/create", text);
    for (const version of [digest, "latest", "v0"]) {
      const page = await (await send(`${pagesAt}/weave/objects/prompt/versions/${version}`)).text();
      expect(page).toContain(digest);
      expect(page).toContain("1.0");
      expect(page).not.toContain("<img");
    }
  });

  test.each([
    ["no key", "", 401],
    ["an unknown key", "Bearer nothing", 401],
  ])("%s", async (_, authorization, want) => {
    const response = await send(`${pagesAt}/weave`, undefined, authorization);
    expect(response.status).toBe(want);
    expect(response.headers.get("WWW-Authenticate")).toMatch(/^Basic/);
  });

  test.each([
    "/globex/demo/weave",
    `${pagesAt}/weave/calls/none`,
    `${pagesAt}/weave/objects/none/versions/v0`,
    `${pagesAt}/weave/leaderboards/best`,
  ])("%s is not found", async (path) => {
    expect((await send(path)).status).toBe(404);
  });
});

describe("the account service", () => {
  const find = 'query P($n: String!) { project(name: $n, entityName: "local") { name } }';
  const make = `mutation U($n: String!) {
    upsertModel(input: { name: $n, entityName: "local" }) { model { name } inserted }
  }`;

  test("finds a project after it was created, or after its first write", async () => {
    const variables = { n: "made" };
    expect(await answer("/graphql", { query: find, variables })).toEqual({
      data: { project: null },
    });
    const made = { model: { name: "made" }, inserted: true };
    expect(await answer("/graphql", { query: make, variables })).toEqual({
      data: { upsertModel: made },
    });
    const found = { data: { project: { name: "made" } } };
    expect(await answer("/graphql", { query: find, variables })).toEqual(found);
    await answer("/obj/create", { obj: { project_id: "local/written", object_id: "o", val: 1 } });
    expect(await answer("/graphql", { query: find, variables: { n: "written" } })).toEqual({
      data: { project: { name: "written" } },
    });
  });

  test("answers no viewer without a key, and an error for a wrong key", async () => {
    const query = "{ viewer { username } }";
    const without = await send("/graphql", { query }, "");
    expect(without.status).toBe(200);
    expect(await without.json()).toEqual({ data: { viewer: null } });
    const wrong = await send("/graphql", { query }, "Bearer nothing");
    expect(wrong.status).toBe(401);
    const said = expect.stringContaining("This key is not known here") as string;
    expect(await wrong.json()).toMatchObject({ errors: [{ message: said }] });
  });

  test("a long body is refused", async () => {
    expect((await send("/graphql", { query: "x".repeat(100_000) })).status).toBe(413);
  });
});

describe("the service operations", () => {
  test("the first requests of SDKs need no key", async () => {
    for (const path of ["/health", "/version", "/server_info", "/geolocate", "/traces/health"]) {
      expect((await fetch(server.url + path)).status, path).toBe(200);
    }
    expect(await answer("/server_info")).toEqual({
      min_required_weave_python_version: "0.0.0",
      trace_server_version: "99.0.0",
    });
    expect(await answer("/geolocate")).toEqual({ ip: "127.0.0.1", location: null, allowed: true });
    expect((await send("/geolocate?ip=nowhere")).status).toBe(400);
  });

  test("projects_info answers internal ids for the key's own projects, in the order asked for", async () => {
    const project_ids = ["local/b", "globex/a", "local/a"];
    expect(await answer("/service/projects_info", { project_ids })).toEqual([
      { external_project_id: "local/b", internal_project_id: "bG9jYWwvYg" },
      { external_project_id: "local/a", internal_project_id: "bG9jYWwvYQ" },
    ]);
  });

  test("the server is ready and reports its state", async () => {
    expect(await answer("/readyz")).toEqual({
      status: "ok",
      parts: { traces: "ok", records: "ok", engine: "ok" },
    });
    const metrics = await (await send("/metrics")).text();
    expect(metrics).toContain('heddle_queue_bytes{queue="calls"} 0');
    expect(metrics).toMatch(
      /duration_seconds_count\{service="trace",operation="service.health".*"200"\} 2/,
    );
    if (process.platform === "linux") {
      expect(metrics).toContain('heddle_child_resident_memory_bytes{child="trace-engine"}');
    }
  });
});

describe("training and inference", () => {
  test("report that the process answers, and that jobs can run", async () => {
    for (const prefix of ["/training/v1", "/v1"]) {
      const health = await fetch(`${server.url}${prefix}/health`);
      expect(await health.json()).toEqual({ status: "ok" });
      const check = await fetch(`${server.url}${prefix}/system-check`);
      expect(check.status).toBe(200);
      expect(await check.json()).toMatchObject({
        api: true,
        database: true,
        cpu_queue: { success: true, error: null },
        gpu_queue: { success: true, error: null },
      });
    }
  });

  test.each([
    ["/training/v1/preview/training-jobs", ["detail"]],
    ["/v1/preview/training-jobs", ["error", "detail"]],
  ])("%s refuses as its clients read it: 422 for a key, 401 for none", async (path, members) => {
    for (const [body, status] of [
      ["{}", 422],
      ["no JSON", 400],
    ] as const) {
      const response = await send(path, body, `Bearer ${key}`);
      expect([status, 422]).toContain(response.status);
      expect(Object.keys((await response.json()) as object)).toEqual([...members, "request_id"]);
    }
    const stranger = await send(path, "{}", "Bearer nobody");
    expect(stranger.status).toBe(401);
    expect(Object.keys((await stranger.json()) as object)).toEqual([...members, "request_id"]);
  });

  test("inference answers chat at the shared address, and training with a trailing slash", async () => {
    const asked = { model: "none", messages: [{ role: "user", content: "hello" }] };
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    for (const path of ["/v1/chat/completions", "/v1/chat/completions/"]) {
      const init = { method: "POST", headers, body: JSON.stringify(asked) };
      const response = await fetch(server.url + path, init);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: "model_not_found" } });
    }
    const metrics = await (await send("/metrics")).text();
    expect(metrics).toMatch(
      /service="inference",operation="chat.create",method="POST",status="404"/,
    );
    expect(metrics).toMatch(/service="training",operation="chat.createSlash"/);
  });
});

test("without keys, every program on this machine may call, and no web page", async () => {
  const folder = await mkdtemp(join(tmpdir(), "heddle-open-"));
  const open = await start(folder, { auth: "off" });
  try {
    const body = JSON.stringify({ project_id: "any/thing", limit: 1 });
    const url = `${open.url}/calls/stream_query`;
    expect((await fetch(url, { method: "POST", body })).status).toBe(200);
    const Origin = "https://evil.example";
    expect((await fetch(url, { method: "POST", body, headers: { Origin } })).status).toBe(403);
    const rebound = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { Host: "evil.example" };
      nodeRequest(url, { method: "POST", headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on("error", reject)
        .end(body);
    });
    expect(rebound).toBe(403);
  } finally {
    await open.close();
    await rm(folder, { recursive: true });
  }
});

test("a data folder in use is refused, and not changed", async () => {
  await expect(start(dataDir)).rejects.toThrow("in use by");
  expect((await send("/readyz")).status).toBe(200);
});
