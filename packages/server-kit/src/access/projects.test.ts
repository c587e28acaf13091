import { expect, test } from "vitest";
import { reply } from "../reply.ts";
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

test("every item of a batch is asked for, each project once", async () => {
  const batch = [start("acme/a"), end("acme/b"), start("acme/a")];
  const { status, authorised } = await send("/notes/upsert", { batch });
  expect(status).toBe(200);
  expect(authorised).toEqual(["write: acme/a acme/b"]);
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

test("a body that does not fit is refused before its projects are asked for", async () => {
  const { status, authorised } = await send("/notes/create", { project_id: 7, value: {} });
  expect(status).toBe(422);
  expect(authorised).toEqual([]);
});

test("refs name the projects they belong to; what is no ref names none", async () => {
  const refs = ["tiny:///acme/a/x:1", "tiny:///acme/b", "tiny:///acme/a/y:2", "nonsense"];
  const { authorised } = await send("/notes/refs", { refs });
  expect(authorised).toEqual(["read: acme/a acme/b"]);
});

test("a member repeated in the text counts as it reaches the handler", async () => {
  const { app, authorised } = trial({ notes: { create: () => reply(200, { id: "", value: {} }) } });
  const body = '{"project_id":"acme/a","project_id":"other/b","value":{}}';
  expect((await app.request("/notes/create", post(body))).status).toBe(404);
  expect(authorised).toEqual(["write: other/b"]);
});
