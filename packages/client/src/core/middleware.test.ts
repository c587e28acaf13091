import { getEventListeners } from "node:events";
import { describe, expect, expectTypeOf, test } from "vitest";
import { Heddle } from "../index.ts";
import type { Middleware } from "../index.ts";
import { connectionTo } from "../testing/in-process.ts";
import { sendJson, startServer } from "../testing/local-server.ts";
import { Connection } from "./connection.ts";
import { InternalServerError } from "./errors.ts";

const soon = { "retry-after-ms": "1" };

describe("middleware", () => {
  test("runs for each attempt, sees the server's answer, and may change the request", async () => {
    const server = await startServer((response, attempt) => {
      if (attempt === 1) response.writeHead(503, soon).end('{"reason":"busy"}');
      else sendJson(response, 200, { attempt });
    });
    const api = new Connection({ baseUrl: server.url }, "");
    const seen: unknown[] = [];
    api.transport.use({
      onRequest: ({ request, schemaPath, params }) => {
        request.headers.set("x-attempt", String(seen.length));
        seen.push([request.method, schemaPath, params.path, params.query]);
        return request;
      },
      onResponse: async ({ response }) =>
        void seen.push([response.status, await response.clone().text()]),
    });
    const request = { path: { id: "a/b" }, query: { q: 1 }, body: { a: 1 } };
    expect(await api.call("t.put", "PUT /t/{id}", request, undefined)).toEqual({ attempt: 2 });
    const sent = ["PUT", "/t/{id}", { id: "a/b" }, { q: 1 }];
    expect(seen).toEqual([sent, [503, '{"reason":"busy"}'], sent, [200, '{"attempt":2}']]);
    expect(server.received.map(({ url, headers }) => [url, headers["x-attempt"]])).toEqual([
      ["/t/a%2Fb?q=1", "0"],
      ["/t/a%2Fb?q=1", "2"],
    ]);
  });

  test("may send another request, answer itself, and change the answer", async () => {
    const api = connectionTo(async (request) =>
      Response.json({ header: request.headers.get("x"), text: await request.text() }),
    );
    const post = (): Promise<unknown> => api.call("t.make", "POST /t", { body: 1 }, undefined);
    const replaced: Middleware = {
      onRequest: ({ request }) => new Request(request, { headers: { x: "other" } }),
    };
    api.transport.use(replaced);
    expect(await post()).toEqual({ header: "other", text: "1" });
    api.transport.eject(replaced);
    api.transport.use({
      onResponse: ({ response }) => new Response(response.body, { headers: { "x-seen": "1" } }),
    });
    const call = api.call("t.make", "POST /t", { body: 1 }, undefined);
    expect((await call.withResponse()).response.headers.get("x-seen")).toBe("1");
    const own = { onRequest: () => Response.json({ own: true }) };
    api.transport.use(own);
    expect(await post()).toEqual({ own: true });
    api.transport.eject(own);
    api.transport.use({ onRequest: () => Response.json({ reason: "no" }, { status: 403 }) });
    await expect(post()).rejects.toMatchObject({ status: 403, body: { reason: "no" } });
  });

  test("that throws ends the call with its error, and is not tried again", async () => {
    const api = connectionTo(() => Response.json({}));
    let runs = 0;
    const problem = new RangeError("no token");
    api.transport.use({
      onRequest: () => {
        runs += 1;
        throw problem;
      },
    });
    await expect(api.call("t.read", "GET /t", {}, undefined)).rejects.toBe(problem);
    expect(runs).toBe(1);
  });

  test("that throws leaves no listener on a signal that lives on", async () => {
    const api = connectionTo(() => Response.json({}));
    api.transport.use({ onRequest: () => Promise.reject(new RangeError("no token")) });
    const { signal } = new AbortController();
    await expect(api.call("t.read", "GET /t", {}, { signal })).rejects.toThrow(RangeError);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  test("sees why the connection failed, and may answer in its place", async () => {
    const broken = new TypeError("fetch failed");
    const api = connectionTo(() => Promise.reject(broken));
    const errors: unknown[] = [];
    api.transport.use({
      onError: ({ error }) => {
        errors.push(error);
        return errors.length === 2 ? Response.json({ from: "cache" }) : undefined;
      },
    });
    expect(await api.call("t.read", "GET /t", {}, undefined)).toEqual({ from: "cache" });
    expect(errors).toEqual([broken, broken]);
  });

  test("does not wait for the rest of an error that never ends before the next attempt", async () => {
    const server = await startServer((response, attempt) => {
      if (attempt === 1) response.writeHead(503, soon).write('{"reason":');
      else sendJson(response, 200, { attempt });
    });
    const api = new Connection({ baseUrl: server.url }, "");
    api.transport.use({ onResponse: () => undefined });
    expect(await api.call("t.read", "GET /t", {}, undefined)).toEqual({ attempt: 2 });
  });

  test("reads streams as they arrive", async () => {
    const api = connectionTo(() => new Response('{"a":1}\n{"a":2}\n'));
    api.transport.use({ onResponse: ({ response }) => new Response(response.body, response) });
    const items: unknown[] = [];
    const request = { accept: "application/jsonl" };
    for await (const item of api.stream("t.watch", "GET /t", request, undefined)) items.push(item);
    expect(items).toEqual([{ a: 1 }, { a: 2 }]);
  });
});

describe("each service", () => {
  const fetch = (request: Request): Response =>
    Response.json({
      path: new URL(request.url).pathname,
      key: request.headers.get("authorization"),
    });
  const names = ["trace", "training", "inference"] as const;

  test.each(names)("%s has middleware of its own", async (name) => {
    const heddle = new Heddle({ fetch, apiKey: "k" });
    const seen: string[] = [];
    heddle[name].use({ onRequest: ({ schemaPath }) => void seen.push(schemaPath) });
    await heddle.trace.service.health();
    await heddle.training.service.health();
    await heddle.inference.models.list();
    expect(seen).toEqual([name === "inference" ? "/models" : "/health"]);
  });

  test("has a bare client with the address, the key and the middleware", async () => {
    const heddle = new Heddle({ fetch, apiKey: "k" });
    const seen: string[] = [];
    const watch: Middleware = { onRequest: ({ schemaPath }) => void seen.push(schemaPath) };
    heddle.trace.use(watch);
    const read = await heddle.trace.paths.POST("/call/read", {
      body: { project_id: "a/b", id: "c" },
    });
    expectTypeOf(read.data?.call?.op_name).toEqualTypeOf<string | undefined>();
    expect(read.data).toEqual({ path: "/traces/call/read", key: "Bearer k" });
    await heddle.training.paths.GET("/health");
    heddle.trace.eject(watch);
    await heddle.trace.paths.GET("/health");
    expect(seen).toEqual(["/call/read"]);
    // @ts-expect-error -- the body lacks its id
    const wrong = heddle.trace.paths.POST("/call/read", { body: { project_id: "a/b" } });
    await wrong;
  });

  test("leaves errors of the bare client to the program", async () => {
    const refused = new Heddle({ fetch: () => Response.json({ reason: "no" }, { status: 500 }) });
    const { error, response } = await refused.trace.paths.GET("/health");
    expect([error, response.status]).toEqual([{ reason: "no" }, 500]);
    await expect(refused.trace.service.health({ maxRetries: 0 })).rejects.toThrow(
      InternalServerError,
    );
  });
});
