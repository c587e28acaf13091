import { z } from "@hono/zod-openapi";
import { describe, expect, test, vi } from "vitest";
import { Unavailable } from "../errors.ts";
import type { OperationSpec } from "../operation.ts";
import { json } from "../raw-json.ts";
import { jsonl, reply, sse } from "../reply.ts";
import { listen } from "../testing/listen.ts";
import { oneOperation } from "../testing/one-operation.ts";

const Chunk = z.looseObject({ n: z.int() });
const events = { framing: "sse", schema: Chunk, end: "[DONE]" } as const;
const whole = { framing: "json", schema: z.looseObject({ whole: z.boolean() }) } as const;

const chat: Partial<OperationSpec> = {
  responses: { 200: { "application/json": whole, "text/event-stream": events } },
};
const endless: Partial<OperationSpec> = {
  responses: { 200: { "text/event-stream": { framing: "sse", schema: Chunk } } },
};

const post: RequestInit = { method: "POST" };
/** Silences in these tests end before this. */
const never = 60_000;

async function* chunks(n: number) {
  for (let i = 0; i < n; i++) yield { n: i };
}

function readerOf(response: Response) {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  return { reader, read: async () => decoder.decode((await reader.read()).value) };
}

test("one event for each item, the end of the spec last, and headers against buffering", async () => {
  const response = await oneOperation(chat, () => sse(chunks(2))).request("/", post);
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("no-cache, no-transform");
  expect(response.headers.get("x-accel-buffering")).toBe("no");
  expect(response.headers.get("content-length")).toBeNull();
  expect(await response.text()).toBe('data: {"n":0}\n\ndata: {"n":1}\n\ndata: [DONE]\n\n');
});

test.each([
  ["with an end", chat, "data: [DONE]\n\n"],
  ["without", endless, ""],
])("an empty stream is only its end: %s", async (_name, operation, want) => {
  const response = await oneOperation(operation, () => sse([])).request("/", post);
  expect(await response.text()).toBe(want);
});

test("one operation answers JSON or events, by what its handler returns", async () => {
  const app = oneOperation(chat, () => reply(200, { whole: true }), { checkResponses: true });
  const response = await app.request("/", post);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(await response.json()).toEqual({ whole: true });
});

test("where lines and events are both documented, the helper decides; else the spec", async () => {
  const lines = { framing: "jsonl", schema: Chunk } as const;
  const both = { 200: { "application/jsonl": lines, "text/event-stream": events } };
  const asEvents = oneOperation({ responses: both }, () => sse(chunks(1)));
  expect(await (await asEvents.request("/", post)).text()).toMatch(/^data: /);
  const asLines = oneOperation({ responses: both }, () => jsonl(chunks(1)));
  expect(await (await asLines.request("/", post)).text()).toBe('{"n":0}\n');
  const onlyEvents = oneOperation(chat, () => jsonl(chunks(1)));
  expect(await (await onlyEvents.request("/", post)).text()).toMatch(/^data: /);
});

test("an upstream's text is passed on as it is, in one line", async () => {
  const app = oneOperation(chat, () => sse([json<{ n: number }>('{\n"n":1.0 }')]));
  expect(await (await app.request("/", post)).text()).toMatch(/^data: \{ "n":1\.0 \}\n\n/);
});

describe("errors", () => {
  async function* failing(n: number, error: Error) {
    yield* chunks(n);
    throw error;
  }

  test("before the first item are ordinary answers", async () => {
    const error = new Unavailable("The engine is loading", 1);
    const response = await oneOperation(chat, () => sse(failing(0, error))).request("/", post);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(response.headers.get("content-type")).toBe("application/json");
  });

  test("after it are an event in the service's shape, behind all items, before the end", async () => {
    const told: unknown[] = [];
    const secret = new Error("secret");
    const app = oneOperation(chat, () => sse(failing(3, secret)), { onError: (e) => told.push(e) });
    const text = await (await app.request("/", post)).text();
    const [a, b, c, error = "", end, rest] = text.split("\n\n");
    expect([a, b, c]).toEqual(['data: {"n":0}', 'data: {"n":1}', 'data: {"n":2}']);
    expect(JSON.parse(error.slice("data: ".length))).toMatchObject({
      status: 500,
      detail: "Internal server error",
    });
    expect([end, rest]).toEqual(["data: [DONE]", ""]);
    expect(told).toEqual([secret]);
    expect(text).not.toContain("secret");
  });

  test("an item that does not fit the spec is such an error", async () => {
    const items = [{ n: 1 }, { n: "x" }];
    const app = oneOperation(chat, () => sse(items), { checkResponses: true });
    const text = await (await app.request("/", post)).text();
    expect(text).toMatch(
      /^data: \{"n":1\}\n\ndata: \{"status":500,.*does not fit.*\n\ndata: \[DONE\]\n\n$/,
    );
  });
});

describe("silence", () => {
  test("before the first item begins the answer with a comment; the items follow", async () => {
    const gate = Promise.withResolvers<void>();
    async function* slow() {
      await gate.promise;
      yield { n: 1 };
    }
    const app = oneOperation(chat, () => sse(slow()), { keepAliveMs: 1 });
    const response = await app.request("/", post);
    const { read } = readerOf(response);
    expect(response.status).toBe(200);
    expect(await read()).toBe(": keep-alive\n\n");
    expect(await read()).toBe(": keep-alive\n\n");
    gate.resolve();
    await vi.waitFor(async () => expect(await read()).toContain('data: {"n":1}'), 120_000);
  });

  test("between items is filled with comments, and no item is lost to one", async () => {
    const gates = [0, 1, 2].map(() => Promise.withResolvers<void>());
    async function* slow() {
      for (const [n, gate] of gates.entries()) {
        await gate.promise;
        yield { n };
      }
    }
    const app = oneOperation(chat, () => sse(slow()), { keepAliveMs: 1 });
    gates[0]?.resolve();
    const { read } = readerOf(await app.request("/", post));
    let text = "";
    for (const [n, gate] of gates.entries()) {
      gate.resolve();
      await vi.waitFor(async () => {
        text += await read();
        expect(text).toContain(`data: {"n":${n}}`);
      }, 120_000);
      if (n === 2) break;
      await vi.waitFor(async () => {
        text += await read();
        expect(text).toMatch(/: keep-alive\n\n$/);
      }, 120_000);
    }
    expect(text.match(/data: \{/g)).toHaveLength(3);
  });

  test("an error after a comment is an event: the status has been sent", async () => {
    const gate = Promise.withResolvers<never>();
    const app = oneOperation(
      chat,
      () =>
        sse(
          (async function* () {
            yield await gate.promise;
          })(),
        ),
      { keepAliveMs: 1 },
    );
    const response = await app.request("/", post);
    gate.reject(new Unavailable("The engine went away", 1));
    expect(await response.text()).toMatch(
      /^(: keep-alive\n\n)+data: \{"status":503,[^\n]*\}\n\ndata: \[DONE\]\n\n$/,
    );
  });

  test("lines of JSON have no comments", async () => {
    const gate = Promise.withResolvers<void>();
    const lines = { framing: "jsonl", schema: Chunk } as const;
    const app = oneOperation(
      { responses: { 200: { "application/jsonl": lines } } },
      () =>
        jsonl(
          (async function* () {
            yield { n: 1 };
            await gate.promise;
            yield { n: 2 };
          })(),
        ),
      { keepAliveMs: 1 },
    );
    const { read } = readerOf(await app.request("/", post));
    expect(await read()).toBe('{"n":1}\n');
    const second = read();
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
    gate.resolve();
    expect(await second).toBe('{"n":2}\n');
  });
});

describe("a client that leaves", () => {
  /** A chat that says nothing until its signal aborts. */
  function silentChat(first: number) {
    const log: string[] = [];
    const app = oneOperation(
      chat,
      ({ signal }) => {
        async function* items() {
          try {
            yield* chunks(first);
            await new Promise((_resolve, reject) => {
              signal.addEventListener("abort", () => reject(signal.reason as Error));
            });
          } finally {
            log.push("let go");
          }
        }
        return sse(items());
      },
      { keepAliveMs: first === 0 ? 5 : never, onError: () => log.push("told") },
    );
    return { app, log };
  }

  test.each([
    ["after an item", 1],
    ["while it waits for the first", 0],
  ])("%s aborts the signal and closes the source", async (_name, first) => {
    const { app, log } = silentChat(first);
    await using server = await listen(app);
    const leaving = new AbortController();
    const response = await fetch(server.url, { ...post, signal: leaving.signal });
    const { read } = readerOf(response);
    await read();
    leaving.abort();
    await vi.waitFor(() => expect(log).toEqual(["let go"]), 120_000);
  });
});
