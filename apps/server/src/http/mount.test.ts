import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Writable } from "node:stream";
import { Hono } from "hono";
import { beforeEach, describe, expect, test } from "vitest";
import { traceErrorBody } from "@heddle/server-kit/trace";
import { openAccess, type Access } from "../access/access.ts";
import { reservedNames } from "../access/reserved-names.ts";
import { StoreFault } from "../store/errors.ts";
import type { MountedOperation, MountedService } from "./areas.ts";
import type { HttpEnv } from "./env.ts";
import { KnownPrincipals } from "./known-principals.ts";
import { createLog } from "./log.ts";
import { Metrics } from "./metrics.ts";
import { mount } from "./mount.ts";
import { operatorApp } from "./operator.ts";
import { Readiness } from "./readiness.ts";
import { bounds } from "./testing/bounds.ts";
import { UnderWay } from "./under-way.ts";

const operations: readonly MountedOperation[] = [
  { id: "calls.start", method: "post", path: "/call/start", responses: {} },
  {
    id: "calls.complete",
    method: "post",
    path: "/v2/{entity}/{project}/calls/complete",
    responses: {},
  },
  { id: "service.health", method: "get", path: "/health", responses: {} },
];
const chat: MountedOperation = {
  id: "chat.create",
  method: "post",
  path: "/chat/completions",
  responses: {},
};
const jobs: MountedOperation = {
  id: "trainingJobs.read",
  method: "get",
  path: "/preview/training-jobs/{id}",
  responses: {},
};

/** A service whose operations answer with the names of the service and the operation. */
function talking(
  name: string,
  own: readonly MountedOperation[],
): Pick<MountedService, "name" | "app" | "operations" | "notBuiltIds"> {
  const service = new Hono();
  for (const { method, path, id } of own) {
    service.on(method.toUpperCase(), path.replace("{id}", ":s3"), (c) => c.text(`${name} ${id}`));
  }
  return { name, app: service, operations: own, notBuiltIds: [] };
}

let lines: Record<string, unknown>[];
let isStoreUp: boolean;
let app: Hono<HttpEnv>;
let readiness: Readiness;

beforeEach(() => {
  lines = [];
  isStoreUp = true;
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      for (const line of chunk.toString().trim().split("\n")) lines.push(JSON.parse(line));
      done();
    },
  });
  const principals = new KnownPrincipals();
  const access = principals.remembering(keyed);
  const underWay = new UnderWay();
  const metrics = new Metrics({
    queues: () => [{ name: "calls", bytes: 512 }],
    requestsUnderWay: () => underWay.size,
    budgets: () => ({ bodies: { total: 1000, used: 10 } }),
    children: () => [{ name: "engine", pid: process.pid }],
  });
  readiness = new Readiness({
    traces: async () => {
      if (!isStoreUp) throw new Error("down");
    },
  });
  const trace = new Hono();
  trace.post("/call/start", async (c) => {
    const principal = await access.authenticate(c.req.raw.headers);
    return c.json({ id: principal?.userName });
  });
  trace.post("/v2/:entity/:project/calls/complete", (c) => c.json(c.req.param()));
  trace.post("/obj/read", () => {
    throw new StoreFault(62);
  });
  const traceAt = {
    name: "trace",
    app: trace,
    operations,
    notBuiltIds: [],
    errorBody: traceErrorBody,
  };
  const training = talking("training", [{ ...chat, path: "/chat/completions/" }, chat, jobs]);
  const inference = talking("inference", [chat]);
  const both: MountedService["errorBody"] = ({ reason }) => ({ error: reason, detail: reason });
  app = mount({
    services: [
      { ...traceAt, prefix: "" },
      { ...traceAt, prefix: "/traces" },
      { ...training, prefix: "/training/v1", errorBody: ({ reason }) => ({ detail: reason }) },
      { ...inference, prefix: "/inference/v1", errorBody: ({ reason }) => ({ error: reason }) },
      { ...inference, prefix: "/v1", errorBody: both },
      { ...training, prefix: "/v1", errorBody: both },
    ],
    operator: operatorApp({ access, metrics, readiness }),
    graphql: new Hono<HttpEnv>().post("/graphql", (c) => c.json({ data: null })),
    pages: new Hono<HttpEnv>().get("/:entity/:project/weave", (c) => c.html("page")),
    principals,
    metrics,
    log: createLog("debug", sink),
    underWay,
    limits: bounds({ authenticate: (headers) => access.authenticate(headers) }),
    hostCheck: { loopbackOnly: false, corsOrigins: ["https://app.example"] },
  });
});

const keyed: Access = {
  ...openAccess(),
  authenticate: async (headers) =>
    headers.has("authorization") ? openAccess().authenticate(headers) : null,
};
const withKey = { Authorization: "Basic secret-key" };

async function body(path: string, init: RequestInit = {}): Promise<unknown> {
  return (await app.request(path, init)).json();
}

describe("one listener", () => {
  test.each(["/traces/call/start", "/call/start"])("trace is at %s", async (path) => {
    expect(await body(path, { method: "POST", headers: withKey })).toEqual({ id: "local" });
  });

  test("the trace paths of a project named weave belong to the trace service", async () => {
    expect(await body("/v2/acme/weave/calls/complete", { method: "POST" })).toEqual({
      entity: "acme",
      project: "weave",
    });
  });

  test("pages, GraphQL and documents are mounted, too", async () => {
    expect(await (await app.request("/acme/support/weave")).text()).toBe("page");
    expect(await body("/graphql", { method: "POST" })).toEqual({ data: null });
    expect((await app.request("/")).headers.get("Location")).toBe("/docs");
    expect(await (await app.request("/authorize")).text()).toContain(
      "npm run heddle -- keys create",
    );
  });

  test.each([
    ["/training/v1/chat/completions", "training chat.create"],
    ["/inference/v1/chat/completions", "inference chat.create"],
    ["/v1/chat/completions", "inference chat.create"],
    ["/v1/chat/completions/", "training chat.create"],
  ])("one service answers chat at %s", async (path, answer) => {
    expect(await (await app.request(path, { method: "POST" })).text()).toBe(answer);
  });

  test("services that share a prefix have all their paths under it", async () => {
    const response = await app.request("/v1/preview/training-jobs/some");
    expect(await response.text()).toBe("training trainingJobs.read");
  });

  test.each([
    ["GET", "/call/start", "POST"],
    ["DELETE", "/traces/call/start", "POST"],
    ["PUT", "/v2/acme/support/calls/complete", "POST"],
    ["POST", "/health", "GET, HEAD"],
  ])("%s %s is a 405 that names the allowed methods", async (method, path, allowed) => {
    const response = await app.request(path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe(allowed);
    expect(await response.json()).toMatchObject({
      reason: `${path} takes ${allowed}, not ${method}.`,
    });
  });

  test.each([
    ["trace", "calls.start"],
    ["training", "trainingJobs.create"],
    ["inference", "chat.create"],
  ])("the document of %s and its page are public", async (name, operation) => {
    const file = createRequire(import.meta.url).resolve(`@heddle/types/documents/${name}.json`);
    expect(await body(`/openapi/${name}.json`)).toEqual(JSON.parse(await readFile(file, "utf8")));
    const docs = await app.request(`/docs/${name}`);
    expect(docs.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(await docs.text()).toContain(operation);
    expect(await (await app.request("/docs")).text()).toContain(
      `<a href="/docs/${name}#${operation}">${operation}</a>`,
    );
  });

  test("no entity can have the name of a path at the root", async () => {
    const document = (await body("/openapi/trace.json")) as { paths: Record<string, unknown> };
    const paths = [...Object.keys(document.paths), ...app.routes.map((route) => route.path)];
    const first = paths.map((path) => path.split("/")[1] ?? "");
    const fixed = first.filter((name) => name !== "" && name !== "*" && !name.startsWith(":"));
    const reserved = await reservedNames();
    expect(fixed.filter((name) => !reserved.has(name))).toEqual([]);
  });
});

describe("unknown paths", () => {
  test.each(["/feedback/create", "/traces/feedback/create", "/nowhere"])("%s", async (path) => {
    const response = await app.request(path, { method: "POST" });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      reason: `POST ${path} is unknown here. /docs lists what there is.`,
    });
  });

  test.each([
    ["/training/v1/nowhere", ["detail"]],
    ["/training/v1", ["detail"]],
    ["/inference/v1/preview/models", ["error"]],
    ["/v1/nowhere", ["error", "detail"]],
    ["/v1/call/start", ["error", "detail"]],
    // This is not a page of an entity "training".
    ["/training/v1/weave", ["detail"]],
    ["/traces/nowhere", ["reason", "request_id"]],
    // Below no prefix.
    ["/v1x/chat/completions", ["reason", "request_id"]],
  ])("%s is answered in the error shape of its prefix", async (path, members) => {
    const response = await app.request(path);
    expect(response.status).toBe(404);
    expect(Object.keys((await response.json()) as object)).toEqual(members);
  });

  test.each([
    ["GET", "/v1/chat/completions", "POST"],
    ["DELETE", "/training/v1/preview/training-jobs/some", "GET, HEAD"],
  ])("%s %s is a 405 in the shape of its service", async (method, path, allowed) => {
    const response = await app.request(path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("Allow")).toBe(allowed);
    expect(await response.json()).toMatchObject({
      detail: `${path} takes ${allowed}, not ${method}.`,
    });
  });

  test("every answer carries the id of its request", async () => {
    const headers = { "X-Request-Id": "mine" };
    for (const path of [
      "/",
      "/docs",
      "/healthz",
      "/metrics",
      "/nowhere",
      "/v1/x",
      "/acme/p/weave",
    ]) {
      const response = await app.request(path, { headers });
      expect(response.headers.get("X-Request-Id"), path).toBe("mine");
    }
  });

  test("an internal error is a 500 without details, and a line in the log", async () => {
    const response = await app.request("/obj/read", { method: "POST" });
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ reason: "Internal server error" });
    expect(lines[0]).toMatchObject({ level: "error", err: { name: "StoreFault" } });
  });
});

describe("the operator", () => {
  test("health and readiness are reported", async () => {
    expect(await body("/healthz")).toEqual({ status: "ok" });
    expect(await body("/readyz")).toEqual({ status: "ok", parts: { traces: "ok" } });
    isStoreUp = false;
    expect((await app.request("/readyz")).status).toBe(503);
    isStoreUp = true;
    readiness.stopping();
    expect(await body("/readyz")).toMatchObject({ parts: { server: "stopping" } });
  });

  test("metrics need a key, and count requests by operation", async () => {
    await app.request("/traces/call/start", { method: "POST", headers: withKey });
    await app.request("/call/start", { method: "POST", headers: withKey });
    await app.request("/v1/chat/completions", { method: "POST" });
    await app.request("/feedback/create", { method: "POST" });
    await app.request("/training/v1/preview/training-jobs/7");
    await app.request("/v1/preview/training-jobs/8", { method: "HEAD" });
    expect((await app.request("/metrics")).status).toBe(401);
    const text = await (await app.request("/metrics", { headers: withKey })).text();
    expect(text).toContain(
      'heddle_http_request_duration_seconds_count{service="trace",operation="calls.start",method="POST",status="200"} 2',
    );
    expect(text).toContain('count{service="inference",operation="chat.create",method="POST"');
    const job = 'count{service="training",operation="trainingJobs.read",method=';
    expect(text).toContain(`${job}"GET",status="200"} 1`);
    expect(text).toContain(`${job}"HEAD",status="200"} 1`);
    expect(text).toContain('operation="unmatched",method="POST",status="404"} 1');
    expect(text).toContain('heddle_queue_bytes{queue="calls"} 512');
    expect(text).toContain('heddle_budget_used{budget="bodies"} 10');
    expect(text).toContain('heddle_budget_total{budget="bodies"} 1000');
    expect(text).toContain("heddle_http_requests_under_way 1");
    expect(text).toContain("heddle_process_resident_memory_bytes");
    if (process.platform === "linux") {
      expect(text).toMatch(/heddle_child_resident_memory_bytes\{child="engine"\} \d+/);
    }
  });
});

describe("the log", () => {
  test("has one line for each request, without secrets, ids from paths, or bodies", async () => {
    const headers = { ...withKey, "X-Request-Id": "r-1" };
    await app.request("/traces/call/start?key=secret-key", {
      method: "POST",
      headers,
      body: "secret-body",
    });
    await app.request("/v2/acme/secret-project/calls/complete", { method: "POST" });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toEqual({
      level: "info",
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      requestId: "r-1",
      method: "POST",
      route: "/traces/call/start",
      service: "trace",
      operation: "calls.start",
      status: 200,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      entity: "local",
      msg: "request",
    });
    expect(lines[1]).toMatchObject({
      route: "/v2/:entity/:project/calls/complete",
      operation: "calls.complete",
    });
    expect(JSON.stringify(lines)).not.toContain("secret");
  });

  test("names an unknown path, and for a known one the route only", async () => {
    const key = "k".repeat(43);
    await app.request(`/api/v9/runs/${key}?token=secret-token`, { method: "POST", body: "{" });
    expect(lines[0]).toMatchObject({ route: "unmatched", path: "/api/v9/runs/<redacted>" });
    await app.request("/training/v1/nothing/here");
    expect(lines[1]).toMatchObject({ route: "unmatched", path: "/training/v1/nothing/here" });
    await app.request("/traces/call/start", { method: "POST", headers: withKey });
    expect(lines[2]).not.toHaveProperty("path");
    expect(JSON.stringify(lines)).not.toMatch(/secret|kkkk/);
  });

  test("has probes at the level debug only", async () => {
    await app.request("/readyz");
    expect(lines[0]).toMatchObject({ level: "debug", route: "/readyz" });
  });
});

test("a page of a named origin may call, and may read the request id", async () => {
  const preflight = await app.request("/call/start", {
    method: "OPTIONS",
    headers: { Origin: "https://app.example", "Access-Control-Request-Method": "POST" },
  });
  expect(preflight.headers.get("Access-Control-Allow-Origin")).toBe("https://app.example");
  const call = await app.request("/call/start", {
    method: "POST",
    headers: { ...withKey, Origin: "https://app.example" },
  });
  expect(call.headers.get("Access-Control-Expose-Headers")).toContain("X-Request-Id");
});
