import { createRoute, z } from "@hono/zod-openapi";
import { HTTPException } from "hono/http-exception";
import { expect, test } from "vitest";
import { Conflict, Unavailable } from "../errors.ts";
import { post, trial } from "../testing/tiny-service.ts";

const jobs = createRoute({
  method: "post",
  path: "/jobs/{id}",
  request: {
    params: z.object({ id: z.string() }),
    query: z.object({ days: z.coerce.number().max(9) }),
    body: {
      required: true,
      content: { "application/json": { schema: z.object({ name: z.string() }) } },
    },
  },
  responses: {
    200: { description: "The job.", content: { "application/json": { schema: z.json() } } },
  },
});
const json = { "content-type": "application/json" };

test("a route that is added is served beside the operations", async () => {
  const { app } = trial({});
  app.openapi(jobs, (c) =>
    c.json({ ...c.req.valid("param"), ...c.req.valid("query"), ...c.req.valid("json") }, 200),
  );
  const response = await app.request("/jobs/7?days=2", post('{"name":"n"}', json));
  expect(await response.json()).toEqual({ id: "7", days: 2, name: "n" });
  expect((await app.request("/notes/create", post("{}"))).status).toBe(404);
});

test.each<[name: string, url: string, body: string, headers: object, status: number, want: object]>(
  [
    [
      "a body that does not fit",
      "/jobs/7?days=2",
      '{"name":1}',
      json,
      422,
      {
        detail: [{ loc: ["body", "name"], msg: "Invalid input: expected string, received number" }],
      },
    ],
    [
      "a query that does not fit",
      "/jobs/7?days=10",
      '{"name":"n"}',
      json,
      422,
      { detail: [{ loc: ["query", "days"], msg: "must be at most 9" }] },
    ],
    ["no JSON", "/jobs/7?days=2", "{", json, 400, { reason: "Malformed JSON in request body" }],
    [
      "another media type",
      "/jobs/7?days=2",
      "a",
      { "content-type": "text/plain" },
      415,
      { reason: "Unsupported Media Type" },
    ],
  ],
)("%s is refused in the shape of the service", async (_, url, body, headers, status, want) => {
  const { app, errors } = trial({}, { requestId: () => "r1" });
  app.openapi(jobs, (c) => c.json({}, 200));
  const response = await app.request(url, post(body, { ...headers }));
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ request_id: "r1", ...want });
  expect(errors).toEqual([]);
});

test.each<[name: string, thrown: Error, status: number, reason: string, told: number]>([
  ["an error of the kit", new Conflict("taken"), 409, "taken", 0],
  ["one above 500", new Unavailable("later", 1), 503, "later", 1],
  ["one that the options know", new RangeError("x"), 409, "known", 0],
  ["one of middleware", new HTTPException(403, { message: "not you" }), 403, "not you", 0],
  ["any other", new TypeError("secret"), 500, "Internal server error", 1],
])("a handler that throws %s", async (_, thrown, status, reason, told) => {
  const { app, errors } = trial(
    {},
    { mapError: (error) => (error instanceof RangeError ? new Conflict("known") : undefined) },
  );
  app.openapi(jobs, () => {
    throw thrown;
  });
  const response = await app.request("/jobs/7?days=2", post('{"name":"n"}', json));
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ reason });
  expect(errors).toHaveLength(told);
});

test("options that throw are answered too", async () => {
  const { app } = trial(
    {},
    {
      mapError: () => {
        throw new Error("in the options");
      },
    },
  );
  app.get("/broken", () => {
    throw new Error("secret");
  });
  const response = await app.request("/broken");
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ reason: "Internal server error" });
});

test("the answer that middleware brings with its error is kept", async () => {
  const { app } = trial({});
  const res = new Response("who?", { status: 401, headers: { "www-authenticate": "Custom" } });
  app.get("/own", () => {
    throw new HTTPException(401, { res });
  });
  const response = await app.request("/own");
  expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Custom"]);
});
