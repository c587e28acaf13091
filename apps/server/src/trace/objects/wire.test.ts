import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { type Answer, TraceClient } from "../testing/trace-app.ts";
import { traceStores, type TraceStores } from "../testing/trace-stores.ts";

let stores: TraceStores;
let client: TraceClient;
let project_id: string;
let projects = 0;

beforeAll(async () => {
  stores = await traceStores();
  client = new TraceClient(stores);
});
afterAll(() => stores[Symbol.asyncDispose]());
beforeEach(() => {
  project_id = `acme/p${(projects += 1)}`;
});

function post(path: string, members: object): Promise<Answer> {
  return client.post(path, JSON.stringify({ project_id, ...members }));
}

function put(path: string, members: object): Promise<Answer> {
  return client.post(path, JSON.stringify({ project_id, ...members }), "PUT");
}

/** Lists what a project has; a path such as `/tags`. */
function names(path: string, of: string = project_id): Promise<Answer> {
  return client.get(`${path}?project_id=${encodeURIComponent(of)}`);
}

async function publish(object_id: string, val: unknown): Promise<string> {
  const { status, body } = await post("/obj/create", { obj: { project_id, object_id, val } });
  expect(status).toBe(200);
  return String(body["digest"]);
}

describe("the life of a version, as a client sees it", () => {
  it("from its labels to its deletion and revival", async () => {
    const zero = await publish("settings", { a: 0 });
    const one = await publish("settings", { a: 1 });
    const tags = `/objs/settings/versions/${zero}/tags`;
    const done = { status: 200, body: {} };
    expect(await put(tags, { tags: ["reviewed", "good for tests"] })).toMatchObject(done);
    expect(await post(`${tags}/remove`, { tags: ["reviewed"] })).toMatchObject(done);
    const aliases = { digest: zero, aliases: ["production", "old"] };
    expect(await put("/objs/settings/aliases", aliases)).toMatchObject(done);
    const removed = await post("/objs/settings/aliases/remove", { aliases: ["old"] });
    expect(removed).toMatchObject(done);
    expect((await names("/tags")).body).toEqual({ tags: ["good for tests"] });
    expect((await names("/aliases")).body).toEqual({ aliases: ["latest", "production"] });

    const asked = { object_id: "settings", include_tags_and_aliases: true };
    const read = (digest: string): Promise<Answer> => post("/obj/read", { ...asked, digest });
    const labels = { tags: ["good for tests"], aliases: ["production"], is_latest: 0 };
    expect((await read("production")).body).toMatchObject({ obj: { digest: zero, ...labels } });
    const found = await post("/objs/query", { filter: { tags: ["good for tests"] } });
    expect(found.body).toMatchObject({ objs: [{ digest: zero, tags: null, aliases: null }] });

    const deletion = { object_id: "settings", digests: ["production"] };
    expect(await post("/obj/delete", deletion)).toMatchObject({
      status: 200,
      body: {
        num_deleted: 1,
        deleted_versions: [{ digest: zero, base_object_class: null, leaf_object_class: null }],
      },
    });
    expect(await read(zero)).toMatchObject({
      status: 404,
      body: { error_type: "ObjectDeletedError", deleted_at: expect.any(String) as string },
    });
    expect((await read("production")).body).not.toHaveProperty("deleted_at");
    const refs = [zero, one].map((digest) => `weave:///${project_id}/object/settings:${digest}`);
    expect((await post("/refs/read_batch", { refs })).body).toEqual({ vals: [null, { a: 1 }] });
    expect((await names("/tags")).body).toEqual({ tags: [] });

    expect(await publish("settings", { a: 0 })).toBe(zero);
    expect((await read("latest")).body).toMatchObject({
      obj: { digest: zero, version_index: 2, tags: [], aliases: ["latest"] },
    });
  });

  it("under a name that a path must encode", async () => {
    const digest = await publish("Größe_数据.v1", 1);
    const path = `/objs/${encodeURIComponent("Größe_数据.v1")}`;
    expect((await put(`${path}/versions/${digest}/tags`, { tags: ["a"] })).status).toBe(200);
    expect((await put(`${path}/aliases`, { digest, aliases: ["b"] })).status).toBe(200);
    expect((await names("/tags")).body).toEqual({ tags: ["a"] });
    expect((await names("/aliases")).body).toEqual({ aliases: ["b", "latest"] });
  });

  it("leaves the rows of a deleted dataset", async () => {
    const rows = [{ x: 1 }];
    const created = await post("/table/create", { table: { project_id, rows } });
    const table = String(created.body["digest"]);
    await publish("ds", { _type: "Dataset", rows: `weave:///${project_id}/table/${table}` });
    expect((await post("/obj/delete", { object_id: "ds" })).status).toBe(200);
    const { body } = await post("/table/query", { digest: table });
    expect(body).toMatchObject({ rows: [{ val: { x: 1 } }] });
  });
});

describe("the status of", () => {
  const unknown = "a".repeat(43);
  type Asked = (digest: string) => Promise<Answer>;

  const cases: readonly [string, number, Asked][] = [
    ["a bad tag", 400, (digest) => put(`/objs/x/versions/${digest}/tags`, { tags: ["a/b"] })],
    ["a tag of a bad type", 422, (digest) => put(`/objs/x/versions/${digest}/tags`, { tags: [1] })],
    [
      "tags of an unknown version",
      404,
      () => put(`/objs/x/versions/${unknown}/tags`, { tags: [] }),
    ],
    ["tags of the latest", 404, () => put("/objs/x/versions/latest/tags", { tags: ["a"] })],
    ["tags of an index", 404, () => put("/objs/x/versions/v0/tags", { tags: ["a"] })],
    ["a bad tag to remove", 200, () => post("/objs/y/versions/v0/tags/remove", { tags: ["a/b"] })],
    ["a bad alias", 400, (digest) => put("/objs/x/aliases", { digest, aliases: ["v1"] })],
    ["an alias for an index", 404, () => put("/objs/x/aliases", { digest: "v0", aliases: ["a"] })],
    ["no digest for an alias", 422, () => put("/objs/x/aliases", { aliases: ["a"] })],
    ["latest to remove", 400, () => post("/objs/x/aliases/remove", { aliases: ["latest"] })],
    ["an unknown alias to remove", 200, () => post("/objs/y/aliases/remove", { aliases: ["a"] })],
    ["an unknown version to delete", 404, () => post("/obj/delete", { object_id: "y" })],
    [
      "101 versions to delete",
      400,
      () => post("/obj/delete", { object_id: "x", digests: Array(101).fill("v0") }),
    ],
    ["tags of no project", 422, () => client.get("/tags")],
    ["aliases of a text that is no project", 422, () => names("/aliases", "acme")],
    ["tags of another entity's project", 404, () => names("/tags", "globex/p")],
    ["aliases of another entity's project", 404, () => names("/aliases", "globex/p")],
    ["names of a project that nothing was written to", 200, () => names("/tags", "acme/none")],
  ];

  test.each(cases)("%s is %i", async (_, status, asked) => {
    const answer = await asked(await publish("x", 1));
    expect(answer.status).toBe(status);
    if (status !== 200) expect(answer.body["reason"]).toEqual(expect.any(String));
  });

  const another = { project_id: "globex/p", tags: ["a"], aliases: ["a"], digest: unknown };
  const writes: readonly [string, Asked][] = [
    ["/obj/delete", () => post("/obj/delete", { ...another, object_id: "x" })],
    ["tags", () => put(`/objs/x/versions/${unknown}/tags`, another)],
    ["tags/remove", () => post(`/objs/x/versions/${unknown}/tags/remove`, another)],
    ["aliases", () => put("/objs/x/aliases", another)],
    ["aliases/remove", () => post("/objs/x/aliases/remove", another)],
  ];

  test.each(writes)("%s in another entity's project is 404", async (_, asked) => {
    expect(await asked(unknown)).toMatchObject({
      status: 404,
      body: { error_type: "NotFoundError" },
    });
  });
});
