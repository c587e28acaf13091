import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { NotFound } from "./errors.ts";
import {
  jsonl,
  projectOfRef,
  rawText,
  reply,
  traceApp,
  traceHead,
  type TraceHandlers,
  traceOperations,
} from "./trace.ts";

interface Document {
  readonly info: unknown;
  readonly paths: object;
  readonly components: { readonly schemas: object; readonly securitySchemes: unknown };
}

interface Context {
  readonly user: string;
}

const options = {
  authenticate: (headers: Headers) => (headers.has("authorization") ? { key: "k" } : null),
  authorise: (_principal: unknown, _access: string, projects: readonly string[]) => {
    if (projects.some((project) => !project.startsWith("acme/"))) throw new NotFound();
  },
  context: (): Context => ({ user: "me" }),
  checkResponses: true,
};

function post(body: unknown): RequestInit {
  return {
    method: "POST",
    body: JSON.stringify(body),
    headers: { authorization: "Basic YXBpOms=" },
  };
}

test("every operation is in the app, and answers 404 with a reason while it is not built", async () => {
  const app = traceApp({}, { ...options, partial: true });
  for (const { method, path, id, compatOf } of traceOperations) {
    const url = path.replaceAll(/\{[^}]+\}/g, "acme");
    const response = await app.request(url, {
      method: method.toUpperCase(),
      headers: { authorization: "x" },
    });
    expect(response.status).toBe(404);
    const { reason } = (await response.json()) as { reason: string };
    expect(reason).toBe(`${id} is not built yet; docs/status.md lists what is`);
    expect(compatOf ?? id).not.toBe("");
  }
});

test("without handlers the app is not made, and says which are missing", () => {
  expect(() => traceApp({} as TraceHandlers<Context>, options)).toThrow(/calls\.start, calls\.end/);
});

test("handlers are typed by the spec", async () => {
  const texts: (string | undefined)[] = [];
  const calls: Partial<TraceHandlers<Context>["calls"]> = {
    start: ({ body: { start } }) => {
      texts.push(rawText(start, "inputs"));
      return reply(200, { id: start.id ?? "new", trace_id: start.trace_id ?? "new" });
    },
    upsertBatch: ({ body }) => {
      for (const { req } of body.batch) {
        texts.push("start" in req ? rawText(req.start, "inputs") : rawText(req.end, "output"));
      }
      return reply(200, { res: body.batch.map(() => ({})) });
    },
    query: () => jsonl([]),
    // @ts-expect-error not what the spec documents
    read: () => reply(200, { call: { id: 7 } }),
  };
  const app = traceApp({ calls }, { ...options, partial: true });
  const text =
    '{"start":{"project_id":"acme/a","id":"1","trace_id":"t","op_name":"f",' +
    '"started_at":"2026-03-14T09:26:53Z","attributes":{},"inputs":{"x": 1.0}}}';
  const response = await app.request("/call/start", { ...post(""), body: text });
  expect(await response.json()).toEqual({ id: "1", trace_id: "t" });
  expect(texts).toEqual(['{"x": 1.0}']);
});

test("a wrong mode in a batch is 400, as clients know it; other faults are 422", async () => {
  const calls = { upsertBatch: () => reply(200, { res: [] }) };
  const app = traceApp({ calls }, { ...options, partial: true });
  const end = { project_id: "acme/a", id: "1", ended_at: "2026-03-14T09:26:53Z", summary: {} };
  const send = (item: unknown) => app.request("/call/upsert_batch", post({ batch: [item] }));
  expect((await send({ mode: "end", req: { end } })).status).toBe(200);
  expect((await send({ mode: null, req: { end } })).status).toBe(200);
  expect((await send({ req: { end } })).status).toBe(200);
  const wrong = await send({ mode: "finish", req: { end } });
  expect(wrong.status).toBe(400);
  const faulty = await send({ mode: "end", req: { end: { ...end, ended_at: "yesterday" } } });
  expect(faulty.status).toBe(422);
  expect(await faulty.json()).toMatchObject({
    detail: [{ loc: ["body", "batch", 0, "req", "end", "ended_at"] }],
  });
});

test("the second spellings of files are served by the same handlers", async () => {
  const files = {
    content: () => {
      throw new NotFound("File d not found");
    },
  };
  const app = traceApp({ files }, { ...options, partial: true });
  for (const path of ["/file/content", "/files/content"]) {
    const response = await app.request(path, post({ project_id: "acme/a", digest: "d" }));
    expect(await response.json()).toMatchObject({ reason: "File d not found" });
  }
});

test.each([
  ["weave:///acme/a/object/x:1", "acme/a"],
  ["weave:///acme/a", "acme/a"],
  ["weave-trace-internal:///YWNtZS9h/object/x:1", "internal:YWNtZS9h"],
  ["weave:///acme", undefined],
  ["https://acme/a/b", undefined],
  [" weave:///acme/a/b", undefined],
])("the project of %s is %s", (ref, project) => {
  expect(projectOfRef(ref)).toBe(project);
});

describe("the document that the routes describe", () => {
  test("has the paths, operations and schemas of the bundled one", async () => {
    const path = new URL("../../types/src/generated/documents/trace.json", import.meta.url);
    const bundled = JSON.parse(await readFile(path, "utf8")) as Document;
    const emitted = traceApp({}, { ...options, partial: true }).getOpenAPI31Document(
      traceHead,
    ) as unknown as Document;
    expect(Object.keys(emitted.paths).sort()).toEqual(Object.keys(bundled.paths).sort());
    expect(Object.keys(emitted.components.schemas).sort()).toEqual(
      Object.keys(bundled.components.schemas).sort(),
    );
    expect(emitted.info).toEqual(bundled.info);
    expect(emitted.components.securitySchemes).toEqual(bundled.components.securitySchemes);
  });
});
