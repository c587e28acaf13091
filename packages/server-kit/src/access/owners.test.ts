/** Things that requests name by id, of two entities. */
import { z } from "@hono/zod-openapi";
import { describe, expect, test } from "vitest";
import { plainService } from "../plain-service.ts";
import { reply } from "../reply.ts";
import { serviceApp } from "../service-app.ts";
import { json, operation, owners, trial } from "../testing/owned-service.ts";

const octets = { "content-type": "application/octet-stream" };

describe.each([
  ["model", "DELETE /models/", ["m1", "m2"]],
  ["job", "GET /jobs/", ["j1", "j2"]],
  ["artifact", "GET /artifacts/", ["a1", "a2"]],
])("a %s that is named by its id", (what, line, [own = "", foreign = ""]) => {
  test("is its owner's to use", async () => {
    const { send } = trial();
    expect(await send(`${line}${own}`)).toMatchObject({ status: 200 });
    expect(await send(`${line}${foreign}`, undefined, {}, "globex")).toMatchObject({ status: 200 });
  });

  test("is not found by others, in the words of what is not there", async () => {
    const { send } = trial();
    for (const id of [foreign, "none", "__proto__", "constructor"]) {
      const { status, detail, ran } = await send(`${line}${id}`);
      expect({ status, detail, ran }).toEqual({
        status: 404,
        detail: `${what.charAt(0).toUpperCase()}${what.slice(1)} ${id} not found`,
        ran: [],
      });
    }
  });
});

test("the owner of what the path names is asked before the first byte of a body", async () => {
  let isRead = false;
  const pull = (): never => {
    isRead = true;
    throw new Error("nobody should read this");
  };
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  expect(await trial().send("PUT /artifacts/a2", body, octets)).toMatchObject({ status: 404 });
  expect(isRead).toBe(false);
  expect(await trial().send("PUT /artifacts/a1", new Blob(["x"]), octets)).toMatchObject({
    ran: ["artifacts.put x"],
  });
});

test("an id in a body is looked up, and one that its schema refuses is told by the schema", async () => {
  const { send } = trial();
  expect(await send("POST /jobs", { model_id: "m1" })).toMatchObject({ status: 200 });
  expect(await send("POST /jobs", { model_id: "m2" })).toMatchObject({ status: 404 });
  expect(await send("POST /jobs", { model_id: "none" })).toMatchObject({ status: 404 });
  expect(await send("POST /jobs", { model_id: "x" })).toMatchObject({ status: 422 });
  expect(await send("POST /jobs", { model_id: 7 })).toMatchObject({ status: 422 });
});

test("an address of another entity's is not found; one of no project is let through", async () => {
  const { send } = trial();
  const jobWith = (...data: string[]) => send("POST /jobs", { model_id: "m1", data });
  expect(await jobWith("thing://acme/a/x", "https://example.com/x")).toMatchObject({ status: 200 });
  expect(await jobWith("thing://acme/a/x", "thing://globex/b/x")).toMatchObject({
    status: 404,
    detail: "Artifact thing://globex/b/x not found",
  });
});

test("more ids than any operation takes are refused before one is looked up", async () => {
  let asked = 0;
  const projectOf = (): string => `acme/${(asked += 1)}`;
  const many = plainService("many", [
    operation({
      id: "jobs.cancel",
      method: "post",
      path: "/cancel",
      projects: [{ in: "body", at: "/ids/*", by: "job" }],
      body: json(z.looseObject({ ids: z.array(z.string()) })),
    }),
  ]);
  const app = serviceApp<Readonly<Record<string, unknown>>, object>(
    many,
    { jobs: { cancel: () => reply(200, {}) } },
    {
      authenticate: () => ({}),
      authorise: () => undefined,
      owners: { job: { what: "job", projectOf } },
    },
  );
  const cancel = async (count: number): Promise<number> => {
    const ids = Array.from({ length: count }, (_, at) => `j${at}`);
    const init = { method: "POST", body: JSON.stringify({ ids: [...ids, ...ids] }) };
    return (await app.request("/cancel", init)).status;
  };
  expect(await cancel(1_001)).toBe(413);
  expect(asked).toBe(0);
  expect(await cancel(1_000)).toBe(200);
  expect(asked).toBe(1_000);
});

describe("entity and project in two members", () => {
  test.each([
    ["one's own", { entity: "acme", project: "a" }, 200],
    ["without the entity", { project: "a" }, 200],
    ["with null for the entity", { entity: null, project: "a" }, 200],
    ["another's", { entity: "globex", project: "b" }, 404],
    ["an entity that is empty", { entity: "", project: "a" }, 400],
    ["an entity that is no text", { entity: 7, project: "a" }, 422],
    [
      "a project with a slash, which would reach another's",
      { entity: "acme", project: "a/b" },
      400,
    ],
    ["no project", { entity: "acme" }, 422],
  ])("%s", async (_, body, status) => {
    const { send } = trial();
    expect(await send("POST /models", body)).toMatchObject({
      status,
      ran: status === 200 ? ["models.create"] : [],
    });
  });

  function form(...parts: readonly (readonly [string, string | Blob])[]): FormData {
    const made = new FormData();
    for (const [name, value] of parts) made.append(name, value);
    return made;
  }
  const large = new Blob([new Uint8Array(2 * 1024 * 1024)]);

  test("in parts, the entity before the file or not at all", async () => {
    const upload = (...parts: readonly (readonly [string, string | Blob])[]) =>
      trial().send("POST /upload", form(...parts));
    const project = ["project", "a"] as const;
    const file = ["file", large] as const;
    expect(await upload(project, file)).toMatchObject({ status: 200 });
    expect(await upload(["entity", "acme"], project, file)).toMatchObject({ status: 200 });
    expect(await upload(["entity", "globex"], project, file)).toMatchObject({
      status: 404,
      ran: [],
    });
    expect(await upload(project, file, ["entity", "globex"])).toMatchObject({
      status: 422,
      ran: [],
    });
    expect(await upload(file, project)).toMatchObject({ status: 413, ran: [] });
  });
});

test("another's project in a header is a wrong credential, and a text that is none is refused", async () => {
  const { send } = trial();
  const chat = (project: string) => send("POST /chat", undefined, { "OpenAI-Project": project });
  expect(await send("POST /chat")).toMatchObject({ status: 200 });
  expect(await chat("acme/new")).toMatchObject({ status: 200 });
  expect(await chat("globex/b")).toMatchObject({ status: 401 });
  expect(await chat("acme")).toMatchObject({
    status: 400,
    detail: "OpenAI-Project: acme is no project",
  });
});

test("projects that only a decoded body shows are found before the handler, which reads it again", async () => {
  const { send } = trial();
  const spans = (text: string) =>
    send("POST /traces", new Blob([text]), { "content-type": "application/x-protobuf" });
  expect(await spans("acme/a globex/b")).toMatchObject({ status: 404, ran: [] });
  expect(await spans("acme/a acme/b")).toMatchObject({
    status: 200,
    ran: ["traces.export acme/a acme/b"],
  });
});

describe("an app that could not say whose a request is does not start", () => {
  test.each([
    ["owners", /jobs\.read needs owners\.job \(or finders\.job\)/],
    ["finders", /traces\.export needs owners\.spans \(or finders\.spans\)/],
    ["entityOf", /models\.create needs entityOf/],
  ] as const)("without %s", (name, message) => {
    expect(() => trial({ ...owners, [name]: undefined })).toThrow(message);
  });
});
