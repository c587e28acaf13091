import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { connectionTo } from "../testing/in-process.ts";
import { sendJson, startServer } from "../testing/local-server.ts";
import { Connection } from "./connection.ts";
import {
  AbortError,
  ApiError,
  ConnectionError,
  InternalServerError,
  RateLimitError,
  TimeoutError,
} from "./errors.ts";

const soon = { "retry-after-ms": "1" };

describe("attempts", () => {
  test("end with the first success", async () => {
    const server = await startServer((response, attempt) => {
      if (attempt === 3) return sendJson(response, 200, { attempt });
      response.writeHead(503, soon).end();
    });
    const api = new Connection({ baseUrl: server.url }, "");
    expect(await api.call("things.make", "POST /things", { body: { a: 1 } }, undefined)).toEqual({
      attempt: 3,
    });
    expect(server.received.map(({ body }) => body)).toEqual(['{"a":1}', '{"a":1}', '{"a":1}']);
  });

  test("are three by default, and as many as the call says", async () => {
    const server = await startServer((response) => response.writeHead(429, soon).end());
    const api = new Connection({ baseUrl: server.url }, "");
    const call = (maxRetries?: number): Promise<unknown> =>
      api.call("things.make", "POST /things", {}, { maxRetries });
    await expect(call()).rejects.toThrow(RateLimitError);
    expect(server.received).toHaveLength(3);
    await expect(call(0)).rejects.toThrow(RateLimitError);
    expect(server.received).toHaveLength(4);
  });

  test("of a write that the server may have done are limited to one", async () => {
    const server = await startServer((response) => response.writeHead(500, soon).end());
    const api = new Connection({ baseUrl: server.url }, "");
    await expect(api.call("things.make", "POST /things", {}, undefined)).rejects.toThrow(
      InternalServerError,
    );
    expect(server.received).toHaveLength(1);
  });

  test.each([
    ["its method says so", "PUT /things", {}],
    ["the spec says so", "POST /things", { safe: true }],
    ["it has a key", "POST /things", { key: "k" }],
  ])("are more where %s", async (_, route, request) => {
    const server = await startServer((response) => response.writeHead(500, soon).end());
    const api = new Connection({ baseUrl: server.url }, "");
    await expect(api.call("things.make", route, request, undefined)).rejects.toThrow(ApiError);
    expect(server.received).toHaveLength(3);
  });

  test("carry one idempotency key", async () => {
    const server = await startServer((response) => response.writeHead(500, soon).end());
    const api = new Connection({ baseUrl: server.url }, "");
    const keys = (): unknown[] => server.received.map(({ headers }) => headers["idempotency-key"]);
    await api.call("things.make", "POST /things", { key: "made" }, undefined).result();
    expect(keys()).toEqual(["made", "made", "made"]);
    const own = { idempotencyKey: "own", maxRetries: 0 };
    await api.call("things.make", "POST /things", { key: "made" }, own).result();
    expect(keys().at(-1)).toBe("own");
  });

  test("repeat blobs and forms, each time in full", async () => {
    const server = await startServer((response, attempt) =>
      attempt % 2 === 1 ? response.writeHead(503, soon).end() : sendJson(response, 200, {}),
    );
    const api = new Connection({ baseUrl: server.url }, "");
    const type = "application/octet-stream";
    await api.call("files.put", "PUT /f", { body: new Blob(["bytes"]), type }, undefined);
    const form = new FormData();
    form.append("file", new Blob(["part"]));
    await api.call("files.put", "PUT /f", { body: form, bodyStyle: () => form }, undefined);
    const [first, second, third, fourth] = server.received;
    expect([first?.body, second?.body]).toEqual(["bytes", "bytes"]);
    expect(third?.body).toContain("part");
    expect(fourth?.body).toContain("part");
    expect(fourth?.headers["content-type"]).toMatch(/^multipart\/form-data; ?boundary=/);
  });

  test("of a stream are limited to one: it can be read only once", async () => {
    const server = await startServer((response) => response.writeHead(503, soon).end());
    const api = new Connection({ baseUrl: server.url }, "");
    const body = new Blob(["streamed"]).stream();
    const type = "application/octet-stream";
    await expect(api.call("files.put", "PUT /f", { body, type }, undefined)).rejects.toThrow(
      InternalServerError,
    );
    expect(server.received.map((request) => request.body)).toEqual(["streamed"]);
  });

  test("follow a connection that broke", async () => {
    const server = await startServer((response, attempt) => {
      if (attempt === 1) response.destroy();
      else sendJson(response, 200, { attempt });
    });
    const api = new Connection({ baseUrl: server.url }, "");
    expect(await api.call("things.read", "GET /", {}, undefined)).toEqual({ attempt: 2 });
  });
});

describe("a request", () => {
  test("has the headers of client and call, and none that is null", async () => {
    const server = await startServer((response) => sendJson(response, 200, {}));
    const headers = { "x-a": "client", "x-b": "client", "x-n": 1 };
    const api = new Connection({ baseUrl: `${server.url}/`, apiKey: "k", headers }, "");
    await api.call("things.read", "GET /v1", {}, { headers: { "x-a": "call", "x-b": null } });
    const [request] = server.received;
    expect(request?.url).toBe("/v1");
    expect(request?.headers).toMatchObject({
      authorization: "Bearer k",
      accept: "application/json",
      "x-a": "call",
      "x-n": "1",
    });
    expect(Object.keys(request?.headers ?? {})).not.toContain("x-b");
    expect(Object.keys(request?.headers ?? {})).not.toContain("content-type");
  });

  test("refuses a key that the server would ignore", async () => {
    const api = connectionTo(() => Response.json({}));
    const call = api.call("things.make", "POST /", {}, { idempotencyKey: "k" });
    await expect(call).rejects.toThrow(new TypeError("things.make takes no idempotencyKey"));
  });

  test("with an invalid header names the header, and never its value", async () => {
    const api = connectionTo(() => Response.json({}));
    const headers = { "x-secret": "hunter\n2" };
    const call = api.call("things.read", "GET /", {}, { headers });
    await expect(call).rejects.toThrow("the header x-secret cannot be sent");
    const error = await call.catch((thrown: Error) => thrown);
    expect((error as Error).cause).toBeUndefined();
  });
});

describe("a redirect", () => {
  async function redirected(status: number, method: string): Promise<readonly string[]> {
    const server = await startServer((response, _attempt, { url }) => {
      if (url === "/moved") return sendJson(response, 200, {});
      return response.writeHead(status, { location: "/moved" }).end();
    });
    const api = new Connection({ baseUrl: server.url }, "");
    const request = method === "GET" ? {} : { body: { a: 1 } };
    const { error } = await api.call("t.do", `${method} /`, request, undefined).result();
    const last = server.received.at(-1);
    return [`${last?.method} ${last?.url} ${last?.body}`, error?.message ?? "done"];
  }

  test.each([301, 302, 307, 308])("of a GET is followed: %s", async (status) => {
    expect(await redirected(status, "GET")).toEqual(["GET /moved ", "done"]);
  });

  test.each([307, 308])("that keeps the method is followed, with the body: %s", async (status) => {
    expect(await redirected(status, "POST")).toEqual(['POST /moved {"a":1}', "done"]);
  });

  test.each([301, 302, 303])("that would make a GET of a write is an error: %s", async (status) => {
    const [last, outcome] = await redirected(status, "POST");
    expect(last).toBe('POST / {"a":1}');
    expect(outcome).toMatch(new RegExp(`^t\\.do: ${status}: .+; check baseUrl$`));
  });
});

describe("a call ends", () => {
  const never = (): Promise<Response> => new Promise(() => undefined);

  test("when no data comes in time, even if fetch ignores the signal", async () => {
    const api = connectionTo(never, { timeoutMs: 5, maxRetries: 0 });
    const call = api.call("things.read", "GET /", {}, undefined);
    await expect(call).rejects.toThrow(TimeoutError);
    await expect(call).rejects.toThrow("things.read: nothing came for 5 ms; see timeoutMs");
  });

  test("when its body stands still", async () => {
    const body = (): ReadableStream =>
      new ReadableStream({ start: (controller) => controller.enqueue(Uint8Array.of(123)) });
    const api = connectionTo(() => new Response(body()), { timeoutMs: 5, maxRetries: 0 });
    await expect(api.call("things.read", "GET /", {}, undefined)).rejects.toThrow(TimeoutError);
  });

  test("when its signal aborts, with the signal's reason", async () => {
    const controller = new AbortController();
    const api = connectionTo(never);
    const call = api.call("things.read", "GET /", {}, { signal: controller.signal });
    controller.abort("enough");
    await expect(call).rejects.toThrow(AbortError);
    await expect(call).rejects.toMatchObject({ cause: "enough", name: "AbortError" });
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
  });

  test("before it begins, if its signal has already aborted", async () => {
    let requests = 0;
    const api = connectionTo(() => {
      requests += 1;
      return Response.json({});
    });
    const call = api.call("things.read", "GET /", {}, { signal: AbortSignal.abort() });
    await expect(call).rejects.toThrow(AbortError);
    expect(requests).toBe(0);
  });

  test("when its signal aborts between two attempts", async () => {
    const controller = new AbortController();
    const api = connectionTo(() => {
      // The client reads this answer and then waits for a minute.
      setTimeout(() => controller.abort(), 0);
      return new Response(null, { status: 429, headers: { "retry-after": "60" } });
    });
    const call = api.call("things.read", "GET /", {}, { signal: controller.signal });
    await expect(call).rejects.toThrow(AbortError);
  });

  test("when its signal aborts in the middle of an error's body", async () => {
    const controller = new AbortController();
    const server = await startServer((response) => {
      response.writeHead(500).write("{");
      setTimeout(() => controller.abort(), 0);
    });
    const api = new Connection({ baseUrl: server.url, maxRetries: 0 }, "");
    const call = api.call("things.read", "GET /", {}, { signal: controller.signal });
    await expect(call).rejects.toThrow(AbortError);
  });

  test.each([
    [
      "a wait",
      (): Response => new Response(null, { status: 429, headers: { "retry-after": "60" } }),
    ],
    ["a fetch that ignores the signal", never],
  ])("without a timer that keeps the process, when its signal ends %s", async (_, fetch) => {
    const timers = (): number =>
      process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    const before = timers();
    const controller = new AbortController();
    const call = connectionTo(fetch).call("t.r", "GET /", {}, { signal: controller.signal });
    setImmediate(() => controller.abort());
    await expect(call).rejects.toThrow(AbortError);
    expect(timers()).toBe(before);
  });

  test("and leaves no listener on a signal that lives on", async () => {
    const { signal } = new AbortController();
    const api = connectionTo(() => Response.json({}));
    await api.call("things.read", "GET /", {}, { signal });
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });
});

test("an unreachable server is a ConnectionError that names the reason and no secret", async () => {
  const server = await startServer(() => undefined);
  const api = new Connection(
    { baseUrl: "http://127.0.0.1:1", apiKey: "s3cret", maxRetries: 0 },
    "",
  );
  expect(server.received).toEqual([]);
  const { error } = await api.call("things.read", "GET /", {}, undefined).result();
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error?.message).toMatch(/^things\.read: the connection failed: .+; check baseUrl$/);
  expect(JSON.stringify(error) + String(error?.stack)).not.toContain("s3cret");
});

test("an answer that is not JSON is an error, an empty one is not", async () => {
  const html = connectionTo(() => new Response("<html>", { status: 200 }));
  await expect(html.call("things.read", "GET /", {}, undefined)).rejects.toThrow(
    "things.read: the answer is not JSON; check baseUrl",
  );
  const empty = connectionTo(() => new Response(null, { status: 204 }));
  expect(await empty.call("things.read", "GET /", {}, undefined)).toBeUndefined();
});

test("text and bytes are returned unchanged", async () => {
  const api = connectionTo(() => new Response("1"));
  const read = (accept: string): Promise<unknown> =>
    api.call("t.r", "GET /", { accept }, undefined);
  expect(await read("text/plain")).toBe("1");
  expect(await ((await read("application/octet-stream")) as Blob).text()).toBe("1");
});
