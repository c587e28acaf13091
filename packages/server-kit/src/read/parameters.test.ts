import { expect, test } from "vitest";
import { reply } from "../reply.ts";
import { trial } from "../testing/tiny-service.ts";

interface Seen {
  query?: unknown;
  header?: unknown;
  path?: unknown;
}

async function get(url: string, headers: Record<string, string> = {}) {
  const seen: Seen = {};
  const keep = (request: Seen) => {
    Object.assign(seen, { query: request.query, header: request.header, path: request.path });
    return reply(200, {});
  };
  const { app, authorised } = trial(
    { notes: { list: keep, content: keep } },
    { checkResponses: false },
  );
  const response = await app.request(url, { headers: { authorization: "Bearer k", ...headers } });
  const body = (await response.json()) as { detail?: { loc: unknown[]; type: string }[] };
  return { status: response.status, seen, body, authorised };
}

test.each([
  ["numbers, booleans and texts", "limit=10&open=true", { limit: 10, open: true }],
  ["a repeated array", "tag=a&tag=b", { tag: ["a", "b"] }],
  ["an array of one", "tag=a", { tag: ["a"] }],
  ["texts that look like something else", "tag=1&tag=true", { tag: ["1", "true"] }],
  ["a comma list", "n=1,2,3", { n: [1, 2, 3] }],
  ["an empty comma list", "n=", { n: [] }],
  [
    "a deep object",
    "filter[state]=done&filter[high]=1.5",
    { filter: { state: "done", high: 1.5 } },
  ],
  ["lists in a deep object", "filter[ids]=1&filter[ids]=2", { filter: { ids: [1, 2] } }],
  ["lists in brackets", "filter[ids][]=1", { filter: { ids: [1] } }],
  ["percent escapes and plus", "tag=a%20b+c%2Fd", { tag: ["a b c/d"] }],
  ["unknown names", "colour=red", {}],
])("reads %s", async (_name, search, want) => {
  const { seen, status } = await get(`/notes?project_id=acme/a&${search}`);
  expect(status).toBe(200);
  expect(seen.query).toEqual({ project_id: "acme/a", ...want });
});

test("a deep object cannot reach a prototype", async () => {
  const { seen } = await get("/notes?project_id=acme/a&filter[__proto__]=x&filter[state]=y");
  expect(Object.getPrototypeOf((seen.query as { filter: object }).filter)).toBe(Object.prototype);
});

test.each([
  ["limit=abc", ["query", "limit"]],
  ["limit=1.5", ["query", "limit"]],
  ["limit=", ["query", "limit"]],
  ["limit=0x10", ["query", "limit"]],
  ["open=yes", ["query", "open"]],
  ["n=1,x", ["query", "n", 1]],
  ["filter[ids]=x", ["query", "filter", "ids", 0]],
])("refuses %s with its place", async (search, loc) => {
  const { status, body } = await get(`/notes?project_id=acme/a&${search}`);
  expect(status).toBe(422);
  expect(body.detail?.[0]?.loc).toEqual(loc);
});

test("names every required parameter that is missing", async () => {
  const { status, body } = await get("/notes?limit=x");
  expect(status).toBe(422);
  expect(body.detail).toMatchObject([
    { loc: ["query", "project_id"], type: "missing" },
    { loc: ["query", "limit"] },
  ]);
});

test("reads headers", async () => {
  const { seen } = await get("/notes?project_id=acme/a", { "x-trial": "7" });
  expect(seen.header).toEqual({ "X-Trial": 7 });
});

test.each([
  ["/v2/acme/a/notes/n1", { entity: "acme", project: "a", id: "n1" }],
  ["/v2/acme/a%20b/notes/n%2F1", { entity: "acme", project: "a b", id: "n/1" }],
  ["/v2/acme/%C3%A9/notes/100%25", { entity: "acme", project: "é", id: "100%" }],
  ["/v2/acme/a/notes/%2541", { entity: "acme", project: "a", id: "%41" }],
])("decodes the segments of %s once", async (path, want) => {
  const { seen, authorised } = await get(path);
  expect(seen.path).toEqual(want);
  expect(authorised).toEqual(["read: ", `read: acme/${want.project}`]);
});
