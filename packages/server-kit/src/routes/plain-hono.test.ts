import { OpenAPIHono, type RouteConfig } from "@hono/zod-openapi";
import type { CallReadRequest, CallReadResult } from "@heddle/types/trace";
import { describe, expect, expectTypeOf, test } from "vitest";
import { operations } from "../generated/trace/operations.ts";
import * as trace from "../generated/trace/routes.ts";
import { routes as training } from "../generated/training/routes.ts";
import { registerComponents } from "../document.ts";

const { routes } = trace;
const project_id = "acme/a";

function post(body: unknown, more: Record<string, string> = {}): RequestInit {
  const headers = { "content-type": "application/json", ...more };
  return { method: "POST", headers, body: JSON.stringify(body) };
}

describe("a generated route in an app of plain OpenAPIHono", () => {
  test("reads and validates the body", async () => {
    const app = new OpenAPIHono();
    let given: unknown;
    app.openapi(routes.callsRead, (c) => {
      given = c.req.valid("json");
      return c.json({ call: null }, 200);
    });
    const good = await app.request("/call/read", post({ project_id, id: "1", more: 1 }));
    expect([good.status, await good.json()]).toEqual([200, { call: null }]);
    expect(given).toEqual({ project_id, id: "1", more: 1 });
    const bad = await app.request("/call/read", post({ project_id }));
    expect(bad.status).toBe(400);
  });

  test("reads parameters with the types of the spec", async () => {
    const app = new OpenAPIHono();
    app.openapi(training.checkpointsList, (c) => {
      expectTypeOf(c.req.valid("query").limit).toEqualTypeOf<number | undefined>();
      return c.json({ detail: JSON.stringify([c.req.valid("param"), c.req.valid("query")]) }, 404);
    });
    const path = "/preview/models/m%201/checkpoints";
    const good = await app.request(`${path}?limit=5&order=asc&other=1`);
    const { detail } = (await good.json()) as { detail: string };
    expect(JSON.parse(detail)).toEqual([{ model_id: "m 1" }, { limit: 5, order: "asc" }]);
    const bad = await app.request(`${path}?limit=many`);
    expect(bad.status).toBe(400);
    expect(JSON.stringify(await bad.json())).toContain("limit");
  });

  test("reads headers", async () => {
    const app = new OpenAPIHono();
    let key: unknown;
    app.openapi(training.modelsCreate, (c) => {
      key = c.req.valid("header")["Idempotency-Key"];
      return c.json({ detail: "no" }, 404);
    });
    const body = { name: "m", base_model: "b", project: "a", entity: "acme" };
    await app.request("/preview/models", post(body, { "idempotency-key": "k" }));
    expect(key).toBe("k");
  });

  test("answers a stream with any Response", async () => {
    const app = new OpenAPIHono();
    app.openapi(routes.callsQuery, () => new Response('{"id":"1"}\n'));
    const response = await app.request("/calls/stream_query", post({ project_id }));
    expect(await response.text()).toBe('{"id":"1"}\n');
  });

  test("describes itself, with the schemas that it refers to", () => {
    const app = new OpenAPIHono();
    registerComponents(app.openAPIRegistry, trace);
    app.openapi(routes.callsRead, (c) => c.json({ call: null }, 200));
    app.openapi(routes.callsComplete, (c) => c.json({}, 200));
    const { paths = {}, components = {} } = app.getOpenAPI31Document(trace.head);
    expect(Object.keys(paths)).toEqual([routes.callsRead.path, routes.callsComplete.path]);
    expect(paths[routes.callsComplete.path]?.post?.parameters).toMatchObject([
      { name: "entity", in: "path", required: true },
      { name: "project", in: "path", required: true },
    ]);
    expect(Object.keys(components.schemas ?? {}).toSorted()).toEqual(
      Object.keys(trace.components).toSorted(),
    );
    expect(components.securitySchemes).toEqual(trace.securitySchemes);
  });
});

test("a route is made once, when it is first read", () => {
  expect(routes.callsRead).toBe(routes.callsRead);
  expect({ ...routes.callsRead, hide: true }.path).toBe("/call/read");
  expect(Object.keys(routes)).toContain("filesCreateAlias");
});

describe("the compiler", () => {
  const app = new OpenAPIHono();
  const whole = { call: null } satisfies CallReadResult;

  test("takes every route", () => {
    expectTypeOf(routes).toExtend<Readonly<Record<keyof typeof routes, RouteConfig>>>();
    expectTypeOf(training).toExtend<Readonly<Record<keyof typeof training, RouteConfig>>>();
    expect(Object.keys(routes)).toHaveLength(operations.length);
  });

  test("gives a handler the request of the interface", () => {
    app.openapi(routes.callsRead, (c) => {
      expectTypeOf(c.req.valid("json")).toEqualTypeOf<CallReadRequest>();
      return c.json(whole, 200);
    });
    app.openapi(routes.callsComplete, (c) => {
      expectTypeOf(c.req.valid("param")).toEqualTypeOf<{ entity: string; project: string }>();
      return c.json({ reason: "no" }, 404);
    });
    app.openapi(routes.serviceHealth, (c) => {
      // @ts-expect-error there is no body
      c.req.valid("json");
      return c.json({ reason: "no" }, 500);
    });
    expect(app.routes.length).toBeGreaterThan(0);
  });

  test("takes the answers of the interface, and no others", () => {
    const bodies = {
      // What the interface says is taken as a whole, too.
      whole: app.openapi(routes.callsRead, (c) => c.json(whole as CallReadResult, 200)),
      error: app.openapi(routes.callsRead, (c) => c.json({ reason: "gone" }, 404)),
      // @ts-expect-error the call is missing
      missing: app.openapi(routes.callsRead, (c) => c.json({}, 200)),
      // @ts-expect-error a call is an object or null
      wrong: app.openapi(routes.callsRead, (c) => c.json({ call: 5 }, 200)),
      // @ts-expect-error 201 is not documented
      status: app.openapi(routes.callsRead, (c) => c.json(whole, 201)),
      // @ts-expect-error errors have another shape
      shape: app.openapi(routes.callsRead, (c) => c.json(whole, 404)),
    };
    // What counts is that this file compiles.
    expect(Object.keys(bodies)).toHaveLength(6);
  });
});
