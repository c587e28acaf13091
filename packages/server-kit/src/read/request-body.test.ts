import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { rawText } from "../raw-json.ts";
import { reply } from "../reply.ts";
import { post, trial } from "../testing/tiny-service.ts";

interface Received {
  body: { project_id?: string; title?: null; value?: object };
}

/** An app whose handlers remember the body they were given. */
function listening(options: Parameters<typeof trial>[1] = {}) {
  const received: Received = { body: {} };
  const keep = ({ body }: Received) => {
    received.body = body;
    return reply(200, { id: "1", value: {} });
  };
  return { received, ...trial({ notes: { create: keep, upsert: keep } }, options) };
}

const good = '{"project_id":"acme/a","value":{"x":1.0}}';

describe("media types", () => {
  test.each([
    ["application/json"],
    ["application/json; charset=utf-8"],
    ["APPLICATION/JSON"],
    ["text/plain;charset=UTF-8"],
    ["application/x-www-form-urlencoded"],
    ["application/vnd.api+json"],
    ["application/octet-stream"],
    [""],
  ])("%j is read as JSON", async (type) => {
    const { app, received } = listening();
    const response = await app.request("/notes/create", post(good, { "content-type": type }));
    expect(response.status).toBe(200);
    expect(received.body).toEqual({ project_id: "acme/a", value: { x: 1 } });
  });

  test("a missing Content-Type is read as JSON", async () => {
    const { app } = listening();
    const bytes = new TextEncoder().encode(good);
    const request = new Request("http://x/notes/create", post(bytes));
    expect(request.headers.get("content-type")).toBeNull();
    expect((await app.request(request)).status).toBe(200);
  });

  test.each([["multipart/form-data; boundary=x"], ["image/png"], ["text/xml"]])(
    "%s is refused with 415",
    async (type) => {
      const { app } = listening();
      const response = await app.request("/notes/create", post(good, { "content-type": type }));
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({
        reason: expect.stringContaining("must be application/json") as string,
      });
    },
  );
});

describe("raw members", () => {
  test("reach the handler as they were written, beside the parsed value", async () => {
    const { app, received } = listening();
    await app.request("/notes/create", post('{ "project_id":"acme/a", "value" : {"n": 1.0 } }'));
    expect(rawText(received.body, "value")).toBe('{"n": 1.0 }');
    expect(received.body.value).toEqual({ n: 1 });
  });

  test("unknown members stay, absent ones are not filled in", async () => {
    const { app, received } = listening();
    await app.request("/notes/create", post('{"project_id":"acme/a","value":{},"extra":[1]}'));
    expect(received.body).toEqual({ project_id: "acme/a", value: {}, extra: [1] });
  });

  test("explicit nulls pass where the schema takes them, and stay null", async () => {
    const { app, received } = listening();
    const body = '{"project_id":"acme/a","title":null,"limit":null,"value":{}}';
    expect((await app.request("/notes/create", post(body))).status).toBe(200);
    expect(received.body.title).toBeNull();
  });
});

describe("compressed bodies", () => {
  test.each([
    ["gzip", gzipSync(good)],
    ["x-gzip", gzipSync(good)],
    ["deflate", deflateSync(good)],
    ["identity", Buffer.from(good)],
  ])("%s", async (encoding, bytes) => {
    const { app, received } = listening();
    const body = new Uint8Array(bytes);
    const response = await app.request(
      "/notes/create",
      post(body, { "content-encoding": encoding }),
    );
    expect(response.status).toBe(200);
    expect(received.body.project_id).toBe("acme/a");
  });

  test.each([
    ["not compressed at all", new TextEncoder().encode(good)],
    ["cut short", new Uint8Array(gzipSync(good)).slice(0, 20)],
  ])("400 for a body that is %s", async (_name, body) => {
    const { app, errors } = listening();
    const response = await app.request("/notes/create", post(body, { "content-encoding": "gzip" }));
    expect(response.status).toBe(400);
    expect(errors).toEqual([]);
  });

  test("an unknown encoding is refused, naming those that are known", async () => {
    const { app } = listening();
    const response = await app.request("/notes/create", post(good, { "content-encoding": "zstd" }));
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({
      reason: "Content-Encoding zstd is not understood; send gzip, deflate or neither",
    });
  });

  test("the limit is that of the inflated body, and the rest is never inflated", async () => {
    const { app } = listening({ limits: { bodyBytes: 1024 * 1024 } });
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(256 * 1024 * 1024, " ")));
    const before = process.memoryUsage().rss;
    const response = await app.request("/notes/create", post(bomb, { "content-encoding": "gzip" }));
    expect(response.status).toBe(413);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });
});

describe("limits", () => {
  const limits = { bodyBytes: 100 };

  test("a body over the limit is 413 with a reason", async () => {
    const { app } = listening({ limits });
    const response = await app.request("/notes/create", post(`{"x":"${"y".repeat(100)}"}`));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      reason: "Request too large: its body is over 100 bytes",
    });
  });

  test("an operation may have a limit of its own, and leaves the others as they are", async () => {
    const long = `{"x":"${"y".repeat(100)}"}`;
    const limitsOf = ({ id }: { id: string }) => (id === "notes.create" ? { bodyBytes: 200 } : {});
    const { app } = listening({ limits, limitsOf });
    expect((await app.request("/notes/create", post(long))).status).not.toBe(413);
    const others = listening({ limits, limitsOf: () => ({ jsonDepth: 3 }) });
    expect((await others.app.request("/notes/create", post(long))).status).toBe(413);
  });

  test("a text longer than any string is 413, however large bodies may be", async () => {
    const { app } = listening({ limits: { bodyBytes: 2 ** 40 } });
    const headers = { "content-length": String(2 ** 29) };
    const response = await app.request("/notes/create", post("{}", headers));
    expect(response.status).toBe(413);
  });

  test("a stream over the limit is not read to its end", async () => {
    const { app } = listening({ limits });
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 50;
        controller.enqueue(new Uint8Array(50).fill(0x20));
      },
    });
    const request = new Request("http://x/notes/create", {
      ...post(""),
      body: endless,
      duplex: "half",
    });
    expect((await app.request(request)).status).toBe(413);
    expect(sent).toBeLessThan(1000);
  });

  test("an announced length over the limit is refused unread", async () => {
    const { app } = listening({ limits });
    const response = await app.request("/notes/create", post("{}", { "content-length": "101" }));
    expect(response.status).toBe(413);
  });

  test("nesting over the limit is 413, however deep", async () => {
    const { app } = listening();
    for (const levels of [201, 100_000]) {
      const deep = `{"project_id":"acme/a","value":{"x":${"[".repeat(levels)}${"]".repeat(levels)}}}`;
      const response = await app.request("/notes/create", post(deep));
      expect(response.status).toBe(413);
    }
  });
});

describe("malformed bodies", () => {
  test.each([
    ['{"project_id":', "The body is not valid JSON: unexpected end of the body"],
    ['{"limit":NaN}', "The body is not valid JSON: unexpected character at line 1, column 10"],
    [
      '{"limit":-Infinity}',
      "The body is not valid JSON: unexpected character at line 1, column 10",
    ],
  ])("%s", async (body, reason) => {
    const { app } = listening();
    const response = await app.request("/notes/create", post(body));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ reason });
  });

  test("invalid UTF-8 is 400, not replaced", async () => {
    const { app } = listening();
    const bytes = new Uint8Array([...new TextEncoder().encode('{"a":"'), 0xff, 0x22, 0x7d]);
    const response = await app.request("/notes/create", post(bytes));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ reason: "The body is not valid UTF-8" });
  });

  test("an empty body is a missing one", async () => {
    const { app } = listening();
    const response = await app.request("/notes/create", { ...post(""), body: null });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      detail: [{ loc: ["body"], msg: "Field required", type: "missing" }],
    });
  });
});

describe("bodies that do not fit", () => {
  const half = { mode: "start", start: { project_id: "acme/a", inputs: {}, name: "n" } };

  test("422 lists each fault with its place and the refused value", async () => {
    const { app } = listening();
    const response = await app.request("/notes/create", post('{"title":7,"value":{}}'));
    expect(response.status).toBe(422);
    const { detail } = (await response.json()) as { detail: unknown[] };
    expect(detail).toEqual([
      { loc: ["body", "project_id"], msg: "Field required", type: "missing" },
      expect.objectContaining({ loc: ["body", "title"], input: 7, type: "invalid_type" }),
    ]);
  });

  test.each([
    ["a list in which no item fits", Array.from({ length: 500_000 }, () => 1)],
    ["a fault behind many items that fit", [...Array.from({ length: 500 }, () => half), 1]],
  ])("a long body is read to its first fault: %s", async (_, batch) => {
    const { app } = listening();
    const response = await app.request("/notes/upsert", post(JSON.stringify({ batch })));
    expect(response.status).toBe(422);
    const { detail } = (await response.json()) as { detail: { loc: (string | number)[] }[] };
    expect(detail.map(({ loc }) => loc.slice(0, 3))).toEqual([["body", "batch", batch.indexOf(1)]]);
  });

  test("a member whose wrong value answers 400 does so alone, and joins a 422 otherwise", async () => {
    const { app } = listening();
    const alone = await app.request(
      "/notes/create",
      post('{"project_id":"acme/a","limit":-1,"value":{}}'),
    );
    expect(alone.status).toBe(400);
    expect(await alone.json()).toMatchObject({
      reason: expect.stringMatching(/^limit: /) as string,
    });
    const both = await app.request("/notes/create", post('{"limit":-1,"value":{}}'));
    expect(both.status).toBe(422);
  });

  test("a wrong tag in a batch is reported for the branch that was meant", async () => {
    const { app } = listening();
    const start = '{"project_id":"acme/a","inputs":{},"name":"n"}';
    const body = `{"batch":[{"mode":"begin","start":${start}}]}`;
    const response = await app.request("/notes/upsert", post(body));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      reason: expect.stringMatching(/^batch\.0\.mode: /) as string,
    });
  });
});
