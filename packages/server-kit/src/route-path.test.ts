import { z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import type { OperationSpec } from "./operation.ts";
import { plainService } from "./plain-service.ts";
import { reply } from "./reply.ts";
import { serviceApp } from "./service-app.ts";

const anyText = z.string();

/** An app with these paths, each answering its template and its path parameters. */
function appOf(...paths: readonly string[]) {
  const operations = paths.map((path, at): OperationSpec => {
    const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? "");
    return {
      id: `paths.p${at}`,
      resource: "paths",
      verb: `p${at}`,
      method: "get",
      path,
      access: "public",
      projects: [],
      parameters: names.map((name) => ({
        in: "path",
        name,
        required: true,
        kind: "string",
        schema: anyText,
      })),
      responses: {},
    };
  });
  const handlers = Object.fromEntries(
    operations.map(({ verb, path }) => [
      verb,
      (request: { path: unknown }) => reply(200, { template: path, ...(request.path as object) }),
    ]),
  );
  const slashedTails = operations
    .filter(({ path }) => path === "/files/{path}")
    .map(({ id }) => id);
  return serviceApp(
    { ...plainService("paths", operations), slashedTails },
    { paths: handlers },
    {},
  );
}

test.each([
  ["one parameter", ["/users/{id}"], "/users/7", { id: "7" }],
  [
    "names that are no identifiers",
    ["/a/{user-id}/{x.y}/{1}"],
    "/a/b/c/d",
    { "user-id": "b", "x.y": "c", 1: "d" },
  ],
  ["an escaped slash", ["/files/{path}"], "/files/a%2Fb", { path: "a/b" }],
  ["two in a segment", ["/{owner}.{format}"], "/a.b.json", { owner: "a", format: "b.json" }],
  ["a verb behind a colon", ["/jobs/{id}:cancel"], "/jobs/7:cancel", { id: "7" }],
  [
    "a suffix",
    ["/jobs/{id}.json", "/jobs/{id}"],
    "/jobs/7.json",
    { id: "7", template: "/jobs/{id}.json" },
  ],
  [
    "a segment without the suffix",
    ["/jobs/{id}.json", "/jobs/{id}"],
    "/jobs/7",
    { id: "7", template: "/jobs/{id}" },
  ],
  ["signs of regular expressions", ["/a/{x}(y)"], "/a/b(y)", { x: "b" }],
  [
    "a concrete path that comes later",
    ["/users/{id}", "/users/me"],
    "/users/me",
    { template: "/users/me" },
  ],
  ["the earlier segment decides", ["/{a}/x", "/b/{c}"], "/b/x", { c: "x", template: "/b/{c}" }],
  ["one segment by several names", ["/u/{id}", "/u/{user}/posts"], "/u/1/posts", { user: "1" }],
  ["a slash at the end", ["/chat", "/chat/"], "/chat/", { template: "/chat/" }],
] as const)("routes %s", async (_name, paths, path, want) => {
  const response = await appOf(...paths).request(path);
  expect(await response.json()).toMatchObject(want);
});

test.each([
  ["PUT", "/jobs/7:cancel", "GET, HEAD"],
  ["POST", "/files/a/b", "GET, HEAD"],
  ["POST", "/files/a%0Ab", "GET, HEAD"],
  ["POST", "/jobs/7/8", undefined],
])("%s %s takes %s", async (method, path, allowed) => {
  const response = await appOf("/jobs/{id}:cancel", "/files/{path}").request(path, { method });
  expect(response.headers.get("allow") ?? undefined).toBe(allowed);
});

test("a tail goes on to the end, over line breaks too", async () => {
  const response = await appOf("/files/{path}").request("/files/a/b%0Ac//d");
  expect(await response.json()).toMatchObject({ path: "a/b\nc//d" });
});

test.each([["/jobs/7.xml"], ["/jobs/"], ["/jobs/7.json/8"]])("%s matches no path", async (path) => {
  expect((await appOf("/jobs/{id}.json").request(path)).status).not.toBe(200);
});
