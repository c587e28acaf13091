import { reply } from "@heddle/server-kit";
import type { Hono } from "hono";
import { expect, test } from "vitest";
import { serviceStub } from "../service-stub.ts";
import { document, operations, service } from "../testing/tiny-service.ts";
import { fromExamplesOf } from "./from-examples.ts";

// The operations of the tiny service have no generated types.
const fromExamples = fromExamplesOf<Record<string, unknown>>(operations, document);

function tinyStub(): Hono {
  const built = operations.filter(({ id }) => id !== "notes.bare");
  const handlers: Record<string, Record<string, unknown>> = {};
  for (const { id, resource, verb } of built) {
    (handlers[resource] ??= {})[verb] = fromExamples(id);
  }
  return serviceStub({ ...service, operations: built }, handlers, document);
}

interface Asked {
  readonly prefer?: string;
  readonly body?: object;
}

function ask(operation: string, { prefer, body }: Asked = {}): Response | Promise<Response> {
  const [method = "", path = ""] = operation.split(" ");
  const headers = { authorization: "Bearer k", ...(prefer !== undefined && { prefer }) };
  const init = body ? { method, headers, body: JSON.stringify(body) } : { method, headers };
  return tinyStub().request(path, init);
}

test.each<[string, string, Asked, number, string]>([
  ["the first example", "POST /chat", { body: {} }, 200, '{"text":"whole"}'],
  ["another example", "POST /chat", { body: {}, prefer: "example=tool" }, 200, '{"text":"tool"}'],
  ["another status", "POST /chat", { body: {}, prefer: "code=404" }, 404, '{"error":"x"}'],
  ["an example of an error", "POST /chat", { prefer: "example=gone" }, 404, '{"error":"x"}'],
  ["both", "POST /chat", { prefer: "code=404, example=gone" }, 404, '{"error":"x"}'],
  ["an unnamed example", "POST /chat", { prefer: "example=default" }, 429, '{"error":"busy"}'],
  ["all items", "POST /notes", {}, 200, "1\n2\n"],
  ["one item", "POST /notes", { prefer: "example=b" }, 200, "2\n"],
  ["bytes without an example", "GET /notes/content", {}, 200, "The bytes of a file.\n"],
  ["no content", "DELETE /notes", {}, 204, ""],
])("%s: %s", async (_what, operation, asked, status, body) => {
  const response = await ask(operation, asked);
  expect(response.status).toBe(status);
  expect(await response.text()).toBe(body);
});

test("if both exist, the body's member `stream` chooses", async () => {
  const streamed = await ask("POST /chat", { body: { stream: true } });
  expect(streamed.headers.get("content-type")).toMatch(/^text\/event-stream/);
  expect(await streamed.text()).toBe('data: {"delta":"wh"}\n\ndata: {"delta":"ole"}\n\n');
  const refused = await ask("POST /chat", { body: { stream: true }, prefer: "code=404" });
  expect(refused.status).toBe(404);
  const whole = await ask("POST /chat", { body: { stream: true }, prefer: "example=tool" });
  expect(whole.status).toBe(400);
});

test.each([
  ["application/json", "", "application/json", "{}"],
  ["application/json", "example=some", "application/json", '{"lost":1}'],
  ["application/x-protobuf", "", "application/x-protobuf", ""],
  ["application/x-protobuf", "example=some", "application/x-protobuf", "\b"],
  ["application/x-protobuf", "code=404", "application/json", '{"error":"x"}'],
])("a body of %s that prefers '%s' gets %s", async (mediaType, prefer, answered, text) => {
  const headers = { authorization: "Bearer k", prefer, "content-type": mediaType };
  const response = await tinyStub().request("/spans", { method: "POST", headers, body: "{}" });
  expect(response.headers.get("content-type")).toBe(answered);
  expect(await response.text()).toBe(text);
});

test("documented headers are sent, except those that describe the answer itself", async () => {
  const { headers } = await ask("POST /chat", { prefer: "status=429" });
  expect(headers.get("retry-after")).toBe("7");
  expect(headers.get("x-request-id")).not.toBe("of the document");
  expect(headers.get("preference-applied")).toBe("code=429");
});

test.each([
  [
    "example=none",
    'chat.create has no example "none". It has whole, tool; with 404: gone; with 429: default',
  ],
  ["code=404, example=none", 'chat.create with 404 has no example "none". It has with 404: gone'],
  ["code=418", "chat.create documents no answer with 418. It documents 200, 401, 404, 429"],
  ["code=x", 'Prefer: code is a number from 100 to 599, not "x"'],
])(
  "Prefer: %s is refused in the service's shape, naming the alternatives",
  async (prefer, error) => {
    const response = await ask("POST /chat", { prefer });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error });
  },
);

test("an operation written by hand answers by its code, until a request asks for an example", async () => {
  const handlers = { chat: { create: () => reply(200, { text: "by hand" }) } };
  const own = operations.filter(({ id }) => id === "chat.create");
  const stub = serviceStub({ ...service, operations: own }, handlers, document);
  const ask = async (prefer: string): Promise<unknown> => {
    const headers = { "x-key": "k", prefer };
    return (await stub.request("/chat", { method: "POST", headers, body: "{}" })).json();
  };
  expect(await ask("delay=1")).toEqual({ text: "by hand" });
  expect(await ask("example=tool")).toEqual({ text: "tool" });
  expect(await ask("code=429")).toEqual({ error: "busy" });
});

test("an aborted request for a slow answer gets no answer", async () => {
  const leaving = new AbortController();
  const answered = tinyStub().request("/notes", {
    method: "POST",
    headers: { "x-key": "k", prefer: "delay=60000" },
    signal: leaving.signal,
  });
  leaving.abort();
  expect((await answered).status).toBe(499);
});

test.each([
  [{}, 401],
  [{ authorization: "Bearer " }, 401],
  [{ authorization: "Basic azo=" }, 401],
  [{ authorization: "bearer any" }, 204],
  [{ "x-key": "any" }, 204],
])("any key of the document's schemes will do: %o", async (headers, status) => {
  const response = await tinyStub().request("/notes", { method: "DELETE", headers });
  expect(response.status).toBe(status);
});

test("an operation without an example is refused when its handler is made", () => {
  expect(() => fromExamples("notes.bare")).toThrow(/no example of the answer of notes\.bare/);
  expect(() => fromExamples("notes.none")).toThrow("The document has no operation notes.none");
});
