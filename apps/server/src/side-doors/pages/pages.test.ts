import { NotFound } from "@heddle/server-kit";
import { Hono } from "hono";
import { matchedRoutes } from "hono/route";
import { expect, test } from "vitest";
import type { Access } from "../../access/access.ts";
import type { Principal } from "../../access/principal.ts";
import type { HttpEnv } from "../../http/env.ts";
import { pages } from "./pages.ts";
import type { CallLine, CallView, ObjectView, PageSource } from "./views.ts";

const hostile = `<script>alert(1)</script>" onload="x`;
const digest = "oEMCqYs6VoLqYEoVvYpVEYIwhjQ3nfWPNHhsTD4HjZg";

const line: CallLine = {
  id: "child-1",
  opName: "weave:///acme/My Project/op/answer:abc",
  displayName: null,
  startedAt: "2026-08-01T10:00:00Z",
  status: "success",
  latencyMs: 1530,
};

const call: CallView = {
  ...line,
  id: hostile,
  opName: hostile,
  displayName: hostile,
  traceId: hostile,
  parentId: "parent-1",
  threadId: hostile,
  endedAt: null,
  exception: hostile,
  status: "error",
  userName: hostile,
  inputs: JSON.stringify({ question: hostile, data: `weave:///acme/p/object/data:${digest}` }),
  output: '{"score":1.0,"id":123456789012345678901234567890}',
  attributes: JSON.stringify({ [hostile]: hostile }),
  summary: "{}",
};

const object: ObjectView = {
  objectId: hostile,
  digest: hostile,
  versionIndex: 3,
  isLatest: true,
  kind: "object",
  baseClass: hostile,
  createdAt: "2026-08-01T10:00:00Z",
  userName: hostile,
  value: JSON.stringify([hostile]),
};

const principal: Principal = { keyId: "k", entity: "acme", role: "read", userName: "ada" };

const access: Access = {
  authenticate: async (headers) =>
    headers.get("authorization") === "Basic good" ? principal : null,
  authorise: (_, __, projects) => {
    if (projects.some((project) => !project.startsWith("acme/"))) throw new NotFound("not yours");
  },
  maySee: (_, project) => project.startsWith("acme/"),
};

const source: PageSource = {
  call: async (_, id) => (id === "none" ? undefined : call),
  childrenOf: async () => [line],
  recentCalls: async ({ project }) => {
    if (project.name === "acme/broken") throw new Error("a password");
    return project.name === "acme/empty" ? [] : [line];
  },
  object: async (_, objectId) => (objectId === "none" ? undefined : object),
};

const problems: unknown[] = [];
const app = pages({ access, source, onError: (error) => problems.push(error) });

function get(path: string, authorization = "Basic good"): Response | Promise<Response> {
  return app.request(path, { headers: { Authorization: authorization } });
}

test.each([
  ["/acme/My%20Project/r/call/0198", "Inputs"],
  ["/acme/My%20Project/weave/calls/0198", "Inputs"],
  [`/acme/p/weave/objects/data/versions/${digest}`, "Value"],
  [`/acme/p/weave/ops/answer/versions/${digest}`, "Value"],
  ["/acme/p/weave", "Newest calls"],
  ["/acme/p/weave/calls", "Newest calls"],
  ["/acme/empty/weave", "Nothing has been traced"],
])("%s is a page that escapes everything that was traced", async (path, said) => {
  const response = await get(path);
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const text = await response.text();
  expect(text).toContain(said);
  expect(text).not.toContain("<script");
  expect(text).not.toContain('" onload="');
  expect(text).not.toMatch(/undefined|\[object/);
});

test("a call's page has links, and shows numbers as they were sent", async () => {
  const text = await (await get("/acme/My%20Project/weave/calls/x")).text();
  expect(text).toContain('href="/acme/My%20Project/weave/calls/parent-1"');
  expect(text).toContain('href="/acme/My%20Project/weave/calls/child-1"');
  expect(text).toContain(`href="/acme/p/weave/objects/data/versions/${digest}"`);
  expect(text).toContain("1.0");
  expect(text).toContain("123456789012345678901234567890");
  expect(text).toContain("1.53 s");
});

test.each([
  ["without a key", "", "with any user name, and an API key of this server as the password"],
  ["with a wrong key", `Basic ${btoa("any:wrong")}`, "This key is not known here"],
])("a browser %s is asked for a key", async (_, authorization, said) => {
  const response = await get("/acme/p/weave", authorization);
  expect(response.status).toBe(401);
  expect(response.headers.get("WWW-Authenticate")).toMatch(/^Basic /);
  const text = await response.text();
  expect(text).toContain("A key is needed");
  expect(text).toContain(said);
});

test.each([
  ["another entity's project", "/globex/p/weave"],
  ["an unknown call", "/acme/p/weave/calls/none"],
  ["an unknown object", "/acme/p/weave/objects/none/versions/v0"],
  ["a link to a page that is not built yet", "/acme/p/weave/leaderboards/best"],
  ["the same under the other prefix", "/acme/p/r/eval/1"],
])("%s is reported on a page", async (_, path) => {
  const response = await get(path);
  expect(response.status).toBe(404);
  expect(await response.text()).toContain("Not found");
});

test.each([
  ["/acme/p/weave/leaderboards/best", "/:entity/:project/weave/:page{.+}"],
  ["/acme/p/r/eval/1", "/:entity/:project/r/:page{.+}"],
])("%s is logged as a template, because it contains a project", async (path, template) => {
  const seen: string[] = [];
  const listener = new Hono<HttpEnv>().use(async (c, next) => {
    await next();
    seen.push(matchedRoutes(c).at(-1)?.path ?? "");
  });
  listener.route("/", app);
  await listener.request(path, { headers: { Authorization: "Basic good" } });
  expect(seen).toEqual([template]);
});

test("a page that is not built yet names the address of the calls", async () => {
  const text = await (await get("/acme/My%20Project/weave/leaderboards/best")).text();
  expect(text).toContain("The calls of the project are at /acme/My%20Project/weave.");
});

test("the page for an internal error has no details", async () => {
  const response = await get("/acme/broken/weave");
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain("password");
  expect(problems).toHaveLength(1);
});
