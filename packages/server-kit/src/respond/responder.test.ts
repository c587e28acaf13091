import { describe, expect, test, vi } from "vitest";
import { json } from "../raw-json.ts";
import { bytes, jsonl, reply } from "../reply.ts";
import { post, trial } from "../testing/tiny-service.ts";

const body = '{"project_id":"acme/a","value":{}}';
const query = post('{"project_id":"acme/a"}');
const get: RequestInit = { headers: { authorization: "Bearer k" } };
const note = (id: string) => ({ id, value: {} });

describe("JSON", () => {
  test("stored texts are sent as they were stored", async () => {
    const { app } = trial({
      notes: { create: () => reply(200, { id: "é", value: json<object>('{"x": 1.0}') }) },
    });
    const response = await app.request("/notes/create", post(body));
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.text()).toBe('{"id":"é","value":{"x": 1.0}}');
  });

  test("a reply's headers are added", async () => {
    const { app } = trial({ notes: { create: () => reply(200, note("1"), { "X-Next": "2" }) } });
    const response = await app.request("/notes/create", post(body));
    expect(response.headers.get("x-next")).toBe("2");
  });

  test("no body where none is documented", async () => {
    const { app } = trial({ notes: { create: () => reply(204) } });
    const response = await app.request("/notes/create", post(body));
    expect([response.status, response.body]).toEqual([204, null]);
  });
});

describe("checks against the spec", () => {
  test.each([
    ["a missing member", reply(200, { value: {} }), /200, with a body.*id: Field required/],
    ["a wrong stored text", reply(200, { id: "1", value: json("7") }), /body\.value: .*object/],
    ["a status", reply(201, note("1")), /answered 201, a status that the spec does not document/],
    ["a missing body", reply(200), /200, without the body/],
    ["a body where there is none", reply(204, note("1")), /204, for which .* no JSON content/],
    ["a stream", jsonl([note("1")]), /no streamed content/],
    ["bytes", bytes(new Uint8Array(1)), /no binary content/],
  ])("%s that the spec does not describe is a 500 that says so", async (_name, wrong, reason) => {
    const { app, errors } = trial({ notes: { create: () => wrong } });
    const response = await app.request("/notes/create", post(body));
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      reason: expect.stringMatching(reason) as string,
    });
    expect(errors).toHaveLength(1);
  });

  test("are off unless asked for", async () => {
    const { app } = trial(
      { notes: { create: () => reply(201, { any: 1 }) } },
      { checkResponses: false },
    );
    expect((await app.request("/notes/create", post(body))).status).toBe(201);
  });
});

describe("streams", () => {
  async function* notes(n: number, log: string[] = []) {
    try {
      for (let i = 0; i < n; i++) yield note(String(i));
    } finally {
      log.push("closed");
    }
  }

  test("one line for each item", async () => {
    const { app } = trial({ notes: { query: () => jsonl(notes(3)) } });
    const response = await app.request("/notes/query", query);
    expect(response.headers.get("content-type")).toBe("application/jsonl");
    expect(await response.text()).toBe(
      '{"id":"0","value":{}}\n{"id":"1","value":{}}\n{"id":"2","value":{}}\n',
    );
  });

  test("an empty stream is an empty body", async () => {
    const { app } = trial({ notes: { query: () => jsonl([]) } });
    const response = await app.request("/notes/query", query);
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  test("stored texts over several lines, and characters that readers split at, stay one line", async () => {
    const value = '{\n"a":\r\n1.0, "b":"x\u2028y\u2029z\u0085é"}';
    const { app } = trial({ notes: { query: () => jsonl([{ id: "1", value: json(value) }]) } });
    const text = await (await app.request("/notes/query", query)).text();
    expect(text).toBe('{"id":"1","value":{ "a":  1.0, "b":"x\\u2028y\\u2029z\\u0085é"}}\n');
    expect(JSON.parse(text)).toEqual({ id: "1", value: JSON.parse(value) as unknown });
  });

  test("an error before the first item is an ordinary answer", async () => {
    async function* failing(fails = true) {
      if (fails) throw new Error("no");
      yield note("1");
    }
    const { app, errors } = trial({ notes: { query: () => jsonl(failing()) } });
    expect((await app.request("/notes/query", query)).status).toBe(500);
    expect(errors).toHaveLength(1);
  });

  test("an error after the first item cuts the stream and reaches the log", async () => {
    const secret = new Error("secret");
    async function* failing() {
      yield note("1");
      await new Promise((resolve) => setImmediate(resolve));
      throw secret;
    }
    const { app, errors } = trial({ notes: { query: () => jsonl(failing()) } });
    const response = await app.request("/notes/query", query);
    await expect(response.text()).rejects.toThrow("The answer could not be completed");
    expect(errors).toEqual([secret]);
  });

  test("an item that does not fit is a 500 if it is the first, and cuts the stream later", async () => {
    const log: string[] = [];
    async function* wrong(good: number) {
      yield* notes(good, log);
      yield { id: 7 };
    }
    const first = trial({ notes: { query: () => jsonl(wrong(0)) } });
    expect((await first.app.request("/notes/query", query)).status).toBe(500);
    const later = trial({ notes: { query: () => jsonl(wrong(1)) } });
    const response = await later.app.request("/notes/query", query);
    await expect(response.text()).rejects.toThrow("could not be completed");
    expect(String(later.errors[0])).toMatch(/notes\.query answered 200/);
  });

  test("items that are ready are sent together, and none waits for the next", async () => {
    const more = Promise.withResolvers<void>();
    async function* slow() {
      yield* notes(100);
      await more.promise;
      yield note("last");
    }
    const { app } = trial({ notes: { query: () => jsonl(slow()) } });
    const response = await app.request("/notes/query", query);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const first = new TextDecoder().decode((await reader.read()).value);
    expect(first.split("\n")).toHaveLength(101);
    more.resolve();
    const second = new TextDecoder().decode((await reader.read()).value);
    expect(second).toBe('{"id":"last","value":{}}\n');
    expect((await reader.read()).done).toBe(true);
  });

  test("no more is taken from the source than is read", async () => {
    let taken = 0;
    function* endless() {
      for (;;) yield { id: String(taken++), value: {} };
    }
    const { app } = trial({ notes: { query: () => jsonl(endless()) } });
    const response = await app.request("/notes/query", query);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    const before = taken;
    await new Promise((resolve) => setImmediate(resolve));
    expect(taken).toBe(before);
    expect(before).toBeLessThan(5000);
    await reader.cancel();
  });

  test("a reader that leaves closes the source and aborts the signal", async () => {
    const log: string[] = [];
    let aborted = false;
    const { app, errors } = trial({
      notes: {
        query({ signal }: { signal: AbortSignal }) {
          signal.addEventListener("abort", () => (aborted = true));
          return jsonl(notes(1_000_000, log));
        },
      },
    });
    const response = await app.request("/notes/query", query);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    await reader.read();
    await reader.cancel();
    await vi.waitFor(() => expect(log).toEqual(["closed"]), 120_000);
    expect(aborted).toBe(true);
    expect(errors).toEqual([]);
  });
});

describe("bytes", () => {
  const path = "/v2/acme/a/notes/1";

  test("whole, with their length and `nosniff`", async () => {
    const { app } = trial({ notes: { content: () => bytes(new Uint8Array([1, 2, 3])) } });
    const response = await app.request(path, get);
    expect(response.headers.get("content-type")).toBe("application/octet-stream");
    expect(response.headers.get("content-length")).toBe("3");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]));
  });

  async function* chunks(fails: boolean) {
    if (fails) throw new Error("no disk");
    yield new Uint8Array([1]);
    yield new Uint8Array([2]);
  }

  test("as they come", async () => {
    const { app } = trial({ notes: { content: () => bytes(chunks(false), { size: 2 }) } });
    const response = await app.request(path, get);
    expect(response.headers.get("content-length")).toBe("2");
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([1, 2]));
  });

  test("an error before the first is an ordinary answer, without the length of the missing bytes", async () => {
    const { app } = trial({ notes: { content: () => bytes(chunks(true), { size: 2 }) } });
    const response = await app.request(path, get);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ reason: "Internal server error" });
  });
});
