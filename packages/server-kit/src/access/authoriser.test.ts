import { z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { NotFound } from "../errors.ts";
import type { OperationSpec } from "../operation.ts";
import { reply } from "../reply.ts";
import { oneOperation } from "../testing/one-operation.ts";
import { post, trial } from "../testing/tiny-service.ts";

const start = (project: string) => ({ start: { project_id: project, inputs: {}, name: "n" } });
const end = (project: string) => ({ end: { project_id: project, output: 1, name: "n" } });

function send(path: string, body: unknown, key = "k") {
  let isHandled = false;
  const handled = () => {
    isHandled = true;
    return reply(200, { id: "1", value: {} });
  };
  const { app, authorised } = trial({ notes: { create: handled, upsert: handled, refs: handled } });
  const answer = app.request(path, post(JSON.stringify(body), { authorization: `Bearer ${key}` }));
  return Promise.resolve(answer).then(({ status }) => ({ status, authorised, isHandled }));
}

/** A body that knows whether anybody asked for it. */
function unread() {
  let isRead = false;
  const pull = (): never => {
    isRead = true;
    throw new Error("nobody should read this");
  };
  return { body: new ReadableStream({ pull }, { highWaterMark: 0 }), wasRead: () => isRead };
}

test("every item of a batch is asked for, each project once", async () => {
  const batch = [start("acme/a"), end("acme/b"), start("acme/a")];
  const { status, authorised } = await send("/notes/upsert", { batch });
  expect(status).toBe(200);
  expect(authorised).toEqual(["write: ", "write: acme/a acme/b"]);
});

test("one foreign project in a batch keeps the handler from all of it", async () => {
  const batch = [...Array.from({ length: 50 }, () => start("acme/a")), end("other/b")];
  const { status, isHandled } = await send("/notes/upsert", { batch });
  expect(status).toBe(404);
  expect(isHandled).toBe(false);
});

test("an empty batch still asks for the role", async () => {
  expect(await send("/notes/upsert", { batch: [] }, "r")).toMatchObject({
    status: 403,
    authorised: ["write: "],
  });
});

test("a project that is no text is told by the schema", async () => {
  const { status, authorised } = await send("/notes/create", { project_id: 7, value: {} });
  expect(status).toBe(422);
  expect(authorised).toEqual(["write: "]);
});

test("a foreign project is not found, whatever else is wrong with the body", async () => {
  const { status } = await send("/notes/create", { project_id: "other/b" });
  expect(status).toBe(404);
});

test("the role is asked for before the first byte of a body is read", async () => {
  const { body, wasRead } = unread();
  const { app } = trial({ notes: { create: () => reply(200, { id: "1", value: {} }) } });
  const init = { ...post(""), headers: { authorization: "Bearer r" }, body, duplex: "half" };
  const response = await app.request("/notes/create", init as RequestInit);
  expect(response.status).toBe(403);
  expect(wasRead()).toBe(false);
});

test("the project of the path is asked for before the first byte of a body is read", async () => {
  const { body, wasRead } = unread();
  const upsert: OperationSpec = {
    id: "things.do",
    resource: "things",
    verb: "do",
    method: "post",
    path: "/v2/{entity}/{project}/notes",
    access: "write",
    projects: [{ in: "path", at: "/project", entityAt: "/entity" }],
    parameters: ["entity", "project"].map((name) => {
      return { in: "path", name, required: true, schema: z.string(), kind: "string" };
    }),
    body: { required: true, content: { "application/json": { framing: "json" } } },
    responses: {},
  };
  const app = oneOperation(upsert, () => reply(200, {}), {
    authenticate: () => ({}),
    authorise: (_principal, _access, projects) => {
      if (projects.length > 0) throw new NotFound(`Project ${projects.join()} not found`);
    },
  });
  const init = { method: "POST", body, duplex: "half" } as RequestInit;
  expect((await app.request("/v2/other/b/notes", init)).status).toBe(404);
  expect(wasRead()).toBe(false);
});

test("refs name the projects they belong to; what is no ref names none", async () => {
  const refs = ["tiny:///acme/a/x:1", "tiny:///acme/b", "tiny:///acme/a/y:2", "nonsense"];
  const { authorised } = await send("/notes/refs", { refs });
  expect(authorised).toEqual(["read: ", "read: acme/a acme/b"]);
});

test("a member repeated in the text counts as it reaches the handler", async () => {
  const { app, authorised } = trial({ notes: { create: () => reply(200, { id: "", value: {} }) } });
  const body = '{"project_id":"acme/a","project_id":"other/b","value":{}}';
  expect((await app.request("/notes/create", post(body))).status).toBe(404);
  expect(authorised).toEqual(["write: ", "write: other/b"]);
});
