import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { internalProjectId } from "../access/project-id.ts";
import { TraceClient } from "./testing/trace-app.ts";
import { traceStores, type TraceStores } from "./testing/trace-stores.ts";

let stores: TraceStores;
let client: TraceClient;
let project: string;
let projects = 0;

beforeAll(async () => {
  stores = await traceStores();
  client = new TraceClient(stores);
});
afterAll(() => stores[Symbol.asyncDispose]());
beforeEach(() => {
  project = `acme/p${(projects += 1)}`;
});

/** The body of `/obj/create`; `val` is JSON text. */
function object(name: string, val: string, more = ""): string {
  return `{"obj":{"project_id":"${project}","object_id":"${name}","val":${val}${more}}}`;
}

const vectors: readonly [string, string][] = [
  ["{}", "RBNvo1WzZ4oRRq0W9XhknpT7T8If536DEMBg9hyqY4o"],
  ["[]", "T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU"],
  ["1", "a4aycY80YOGda4BOY1oYV0etpOqiLx1JwB5S3beHW0s"],
  ["1.0", "0P9ZdLaqUs9WKXpZIYQMAyqGCpGjUS9Y6Pdo9rvgBfY"],
  [
    '{"model":"gpt-4","temperature":0.7,"tags":["a","b"]}',
    "p9dgqH5xo1C2JXhInzC5BvcFTqUs7m71tSE7h3yZR90",
  ],
  [
    '{"b":1,"a":{"d":2.50,"c":[1,2.0,1e16,1e15,123456789012345680000,1e-5,0.0001,1e22,-0.0]}}',
    "E8kmIhtGbdJxv65llyE5wVBEG2wvNWSTc1TMiSoBSAo",
  ],
  ['{"\u{1f680}":1,"\uffee":2,"Z":3,"a":4,"_x":5}', "VmMTTU9Ate3HbIgC7xYk4ZygTEaW7uxrX1dqQXvXPQE"],
];
const wrong = '"' + "0".repeat(43) + '"';

describe("the published digests, as a client sees them", () => {
  test.each(vectors)("%s", async (val, digest) => {
    const refused = await client.post(
      "/obj/create",
      object("x", val, `,"expected_digest":${wrong}`),
    );
    expect(refused).toMatchObject({ status: 409, body: { error_type: "DigestMismatchError" } });
    const expected = `,"expected_digest":"${digest}"`;
    const created = await client.post("/obj/create", object("x", val, expected));
    expect(created).toMatchObject({ status: 200, body: { digest, object_id: "x" } });
    const listed = await client.post("/objs/query", `{"project_id":"${project}"}`);
    expect(listed.body["objs"]).toHaveLength(1);
  });

  it("of a table and its rows", async () => {
    const rows = '[{"x":1},{"x":2}]';
    const digest = "ed8bd1f8cb829eeb6b3fef95a7cd8401f7e5af825c4c9aa144a1ceb9f32c3654";
    const body = (expected: string): string =>
      `{"table":{"project_id":"${project}","rows":${rows},"expected_digest":${expected}}}`;
    expect((await client.post("/table/create", body(wrong))).status).toBe(409);
    expect(await client.post("/table/create", body(`"${digest}"`))).toMatchObject({
      status: 200,
      body: {
        digest,
        row_digests: [
          "YTYlqmU0Pbsbmr5qusZ3P1yRvWDT8vX34urmnh24sic",
          "JPVyYA4VDTIwE4OFqgAGyhuZO0a7Qn90bMaQyY2TJBM",
        ],
      },
    });
  });

  it("of a file", async () => {
    const digest = "uU0nuZNNPgilLlLX2n2rXsSE7XN6U4DukIj3rOLvzek";
    for (const path of ["/file/create", "/files/create"]) {
      const parts = [
        ["project_id", project],
        ["file", new Blob(["hello world"])],
      ] as const;
      expect(await client.postForm(path, parts)).toMatchObject({ status: 200, body: { digest } });
    }
    for (const path of ["/file/content", "/files/content"]) {
      const body = JSON.stringify({ project_id: project, digest });
      expect(await client.post(path, body)).toMatchObject({ status: 200, text: "hello world" });
    }
  });

  it("of a builtin class", async () => {
    const val = '{"field_schema":{"type":"integer","minimum":1,"maximum":5}}';
    const requested = ',"builtin_object_class":"AnnotationSpec"';
    expect(await client.post("/obj/create", object("x", val, requested))).toMatchObject({
      status: 200,
      body: { digest: "GXAwShXcWewerChDB3sBOyS4B4AIYJmnT60O364FVGE" },
    });
  });
});

describe("numbers", () => {
  it("do not change on the way in and out of objects, tables and refs", async () => {
    const val = '{"a":1.0,"b":12345678901234567890,"c":-0.0,"d":1e999}';
    const kept = '{"a": 1.0, "b": 12345678901234567890, "c": -0.0, "d": 1e999}';
    const created = await client.post("/obj/create", object("x", val));
    const digest = String(created.body["digest"]);
    const read = `{"project_id":"${project}","object_id":"x","digest":"latest"}`;
    expect((await client.post("/obj/read", read)).text).toContain(`"val":${kept}`);
    const refs = JSON.stringify({ refs: [`weave:///${project}/object/x:${digest}/key/b`] });
    expect((await client.post("/refs/read_batch", refs)).text).toBe(
      '{"vals":[12345678901234567890]}',
    );
    const rows = `{"table":{"project_id":"${project}","rows":[${val}]}}`;
    const base = String((await client.post("/table/create", rows)).body["digest"]);
    const changes = `[{"append":{"row":{"z":2.0}}},{"insert":{"index":0,"row":{"y":1e2}}},{"pop":{"index":2}}]`;
    const update = `{"project_id":"${project}","base_digest":"${base}","updates":${changes}}`;
    const table = String((await client.post("/table/update", update)).body["digest"]);
    const query = JSON.stringify({ project_id: project, digest: table });
    const { text } = await client.post("/table/query", query);
    expect(text).toContain('"val":{"y": 100.0},"original_index":0');
    expect(text).toContain(`"val":${kept},"original_index":1`);
    expect((await client.post("/table/query_stats", query)).body).toEqual({ count: 2 });
  });

  it("with a wrong form are refused", async () => {
    expect((await client.post("/obj/create", object("x", "NaN"))).status).toBe(400);
  });
});

describe("refusals", () => {
  const deep = `${"[".repeat(199)}${"]".repeat(199)}`;

  test.each([
    ["a name that refs cannot contain", () => object("a/b", "1"), 422],
    ["a value that has 200 levels with the body around it", () => object("x", deep), 413],
    [
      "a file name that leads out of the object's folder",
      () => object("x", '{"_type":"CustomWeaveType","files":{"../x":"D"}}'),
      400,
    ],
    ["a ref to another entity", () => object("x", '"weave:///globex/p/object/x:y"'), 404],
    ["another entity's project", () => object("x", "1").replace(project, "globex/p"), 404],
    ["a missing value", () => `{"obj":{"project_id":"${project}","object_id":"x"}}`, 422],
  ])("%s", async (_, body, status) => {
    const answer = await client.post("/obj/create", body());
    expect(answer.status).toBe(status);
    expect(answer.body["reason"]).toEqual(expect.any(String));
  });

  it("of a name that belongs to another class", async () => {
    const val = (base: string): string =>
      `{"_class_name":"C","_bases":["${base}","Object","BaseModel"]}`;
    await client.post("/obj/create", object("x", val("Model")));
    expect(await client.post("/obj/create", object("x", val("Scorer")))).toMatchObject({
      status: 400,
      body: { existing_base_object_classes: ["Model"], new_base_object_class: "Scorer" },
    });
  });

  it("of refs", async () => {
    const internal = `weave-trace-internal:///${internalProjectId("globex/p")}/object/x:y`;
    for (const [ref, status] of [
      ["weave:///globex/p/object/x:y", 404],
      [internal, 404],
      ["weave:///acme/p/table/x", 400],
      ["nonsense", 400],
      [`weave:///${project}/object/x:y`, 404],
    ] as const) {
      const answer = await client.post("/refs/read_batch", JSON.stringify({ refs: [ref] }));
      expect(answer.status).toBe(status);
    }
  });

  it("of rows that are no objects, and of unknown directions", async () => {
    const rows = `{"table":{"project_id":"${project}","rows":[1]}}`;
    expect((await client.post("/table/create", rows)).status).toBe(422);
    const sort_by = [{ field: "a", direction: "up" }];
    const query = JSON.stringify({ project_id: project, digest: "x", sort_by });
    expect((await client.post("/table/query", query)).status).toBe(422);
  });
});
