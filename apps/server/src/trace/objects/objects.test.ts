import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { serialise } from "@heddle/server-kit";
import { internalProjectId } from "../../access/project-id.ts";
import { treeContent } from "../digests/testing/tree-content.ts";
import { ObjectScene } from "../testing/object-scene.ts";
import { answered, refusal } from "../testing/outcomes.ts";
import { contentKey } from "./objects.ts";
import { nobodyLeaves } from "../../store/testing/nobody-leaves.ts";

let scene: ObjectScene;

beforeAll(async () => {
  scene = await ObjectScene.open();
});
afterAll(() => scene.close());
beforeEach(() => scene.enterNewProject());

const dataset = '{"_class_name":"Dataset","_bases":["Object","BaseModel"],"_type":"Dataset"}';
const model = '{"_class_name":"M","_bases":["Model","Object","BaseModel"],"_type":"M"}';
const op = '{"_type":"CustomWeaveType","weave_type":{"type":"Op"},"files":{"obj.py":"D"}}';

/** Publishes as a server whose clock was set back by years. */
function publishInThePast(val: string): Promise<{ readonly digest: string }> {
  const objects = scene.objects({ now: () => new Date(Date.UTC(2020, 0, 1)) });
  return objects.create(scene.author, scene.project, { object_id: "x" }, val, nobodyLeaves);
}

describe("publishing", () => {
  it("answers with the digest of the value, and stores all members of the request", async () => {
    const { digest, object_id } = await scene.create("bot", model);
    expect(object_id).toBe("bot");
    expect(digest).toBe(treeContent(model).digest);
    expect(await scene.read("bot", digest)).toEqual({
      project_id: scene.project_id,
      object_id: "bot",
      created_at: expect.stringMatching(/^2026-01-01T00:.*Z$/) as string,
      deleted_at: null,
      digest,
      version_index: 0,
      is_latest: 1,
      kind: "object",
      base_object_class: "Model",
      leaf_object_class: "M",
      val: JSON.parse(model) as unknown,
      wb_user_id: "user-of-acme",
      size_bytes: null,
      tags: null,
      aliases: null,
    });
  });

  it("makes one version of the same value in any spelling", async () => {
    const first = await scene.create("x", '{"b": 1, "a": 1.0}');
    expect(await scene.create("x", '{"a":1.0,"b":1}')).toEqual(first);
    expect(await scene.list()).toHaveLength(1);
    expect((await scene.create("x", '{"a":1,"b":1}')).digest).not.toBe(first.digest);
  });

  it("numbers versions, and lets old content become the latest again", async () => {
    const { digest: one } = await scene.create("x", "1");
    const { digest: two } = await scene.create("x", "2");
    expect((await scene.read("x", "latest")).digest).toBe(two);
    await scene.create("x", "1");
    expect((await scene.read("x", "latest")).digest).toBe(one);
    const versions = await scene.list();
    expect(versions.map((v) => [v.digest, v.version_index, v.is_latest])).toEqual([
      [one, 0, 1],
      [two, 1, 0],
    ]);
  });

  it("makes one version of a value that many clients publish at once", async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, i) => scene.create("x", `${i % 4}`)),
    );
    expect(new Set(all.map((result) => result.digest)).size).toBe(4);
    const versions = await scene.list();
    expect(new Set(versions.map((v) => v.version_index))).toEqual(new Set([0, 1, 2, 3]));
    expect(versions.filter((v) => v.is_latest === 1)).toHaveLength(1);
  });

  it("keeps a value of several megabytes, which does not fit into a row", async () => {
    const val = JSON.stringify({ text: "ä".repeat(700_000), n: 1 });
    const { digest } = await scene.create("x", val);
    expect((await scene.read("x", digest)).val).toEqual(JSON.parse(val));
    const row = await scene.stores.records.db
      .selectFrom("object_versions")
      .select(["val", "val_blob", "size_bytes"])
      .where("digest", "=", digest)
      .executeTakeFirstOrThrow();
    expect(row.val).toBeNull();
    expect(row.size_bytes).toBeGreaterThan(4_000_000);
  });

  it("returns numbers and keys as they were written", async () => {
    const { digest } = await scene.create(
      "x",
      '{"\u{1f680}":1.0,"\uffee":-0.0,"n":12345678901234567890}',
    );
    const request = { object_id: "x", digest };
    const raw = serialise(
      await scene.objects().read(scene.author, scene.project, request, nobodyLeaves),
    );
    expect(raw).toContain(
      '"val":{"n": 12345678901234567890, "\\uffee": -0.0, "\\ud83d\\ude80": 1.0}',
    );
  });

  it("expands a builtin class, by either name", async () => {
    const val = '{"field_schema":{"type":"integer","minimum":1,"maximum":5}}';
    const digest = "GXAwShXcWewerChDB3sBOyS4B4AIYJmnT60O364FVGE";
    expect(await scene.create("x", val, { builtin_object_class: "AnnotationSpec" })).toEqual({
      digest,
      object_id: "x",
    });
    const older = { builtin_object_class: null, set_base_object_class: "AnnotationSpec" };
    expect((await scene.create("x", val, older)).digest).toBe(digest);
    expect(await scene.read("x", digest)).toMatchObject({ base_object_class: "AnnotationSpec" });
  });

  it("accepts the right expected digest, and refuses any other", async () => {
    const { digest } = treeContent("[1]");
    await scene.create("x", "[1]", { expected_digest: digest });
    const error = await refusal(scene.create("x", "[2]", { expected_digest: digest }));
    expect(error).toMatchObject({ status: 409, body: { error_type: "DigestMismatchError" } });
    // Clients repeat the request without the digest, and then learn of the name.
    const both = scene.create("a/b", "[2]", { expected_digest: digest });
    expect((await refusal(both)).status).toBe(409);
    expect(await scene.list()).toHaveLength(1);
  });

  test.each([
    ["characters that refs cannot contain", "a/b", 422, "InvalidFieldError"],
    ["no name", "", 422, "InvalidFieldError"],
    ["a long name", "x".repeat(129), 400, "InvalidRequest"],
  ])("refuses %s", async (_, object_id, status, error_type) =>
    expect(await refusal(scene.create(object_id, "1"))).toMatchObject({
      status,
      body: { error_type },
    }),
  );

  it("refuses a value that is too large as stored", async () => {
    const small = scene.objects({ maxValueBytes: 100 });
    const error = await refusal(
      small.create(
        scene.author,
        scene.project,
        { object_id: "x" },
        `"${"ä".repeat(20)}"`,
        nobodyLeaves,
      ),
    );
    expect(error).toMatchObject({ status: 413, body: { error_type: "InsertTooLarge" } });
  });

  it("refuses another class under the same name, and names the existing classes", async () => {
    await scene.create("x", dataset);
    expect(await refusal(scene.create("x", model))).toMatchObject({
      status: 400,
      body: {
        error_type: "ObjectNameTypeCollision",
        object_id: "x",
        kind: "object",
        new_base_object_class: "Model",
        existing_base_object_classes: ["Dataset"],
      },
    });
    expect((await refusal(scene.create("x", "1"))).status).toBe(400);
    await scene.create("x", op);
    expect(await scene.list({ filter: { object_ids: ["x"] } })).toHaveLength(2);
  });

  it("accepts another class after the old one is deleted", async () => {
    const { digest } = await scene.create("x", dataset);
    await scene.delete("x", digest);
    await scene.create("x", model);
    expect(await scene.read("x", "latest")).toMatchObject({
      base_object_class: "Model",
      version_index: 1,
    });
    expect((await refusal(scene.create("x", dataset))).status).toBe(400);
  });

  it("revives a deleted version under a new index", async () => {
    const { digest: one } = await scene.create("x", "1");
    const { digest: two } = await scene.create("x", "2");
    await scene.delete("x", one);
    await scene.create("x", "1");
    await scene.create("x", "3");
    expect(await scene.read("x", one)).toMatchObject({ version_index: 2, deleted_at: null });
    expect(await scene.read("x", "v1")).toMatchObject({ digest: two });
    expect(await scene.read("x", "latest")).toMatchObject({ version_index: 3 });
  });
});

describe("refs in values", () => {
  it("are hashed and stored in internal form, and answered in external form", async () => {
    const ref = `weave:///${scene.project_id}/object/ds:abc`;
    const internal = `weave-trace-internal:///${scene.project.id}/object/ds:abc`;
    const { digest } = await scene.create("x", JSON.stringify({ dataset: ref }));
    expect(digest).toBe(treeContent(JSON.stringify({ dataset: internal })).digest);
    expect((await scene.read("x", digest)).val).toEqual({ dataset: ref });
    expect((await scene.create("x", JSON.stringify({ dataset: internal }))).digest).toBe(digest);
  });

  it("to a project of another entity are refused", async () => {
    const external = JSON.stringify(["weave:///globex/p/object/ds:abc"]);
    expect((await refusal(scene.create("x", external))).status).toBe(404);
    const id = internalProjectId("globex/p");
    const internal = JSON.stringify([`weave-trace-internal:///${id}/object/ds:abc`]);
    expect((await refusal(scene.create("x", internal))).status).toBe(400);
    expect((await refusal(scene.create("x", '["weave:///acme"]'))).status).toBe(400);
  });

  it("to a project that the reader may not see lose its name", async () => {
    const { digest } = await scene.create(
      "x",
      JSON.stringify([`weave:///${scene.project_id}/object/ds:abc`]),
    );
    const request = { object_id: "x", digest };
    const globex = scene.stores.requesterOf("globex");
    const seen = await scene.objects().read(globex, scene.project, request, nobodyLeaves);
    expect(answered(seen).val).toEqual(["weave-private://///object/ds:abc"]);
  });
});

describe("reading", () => {
  it("accepts an index, a digest, an alias and the latest", async () => {
    const { digest: one } = await scene.create("x", "1");
    const { digest: two } = await scene.create("x", "2");
    await scene.setAliases("x", one, "prod");
    const references = ["v0", "v1", one, two, "prod", "latest"];
    const found = await Promise.all(references.map((reference) => scene.read("x", reference)));
    expect(found.map((version) => version.digest)).toEqual([one, two, one, two, one, two]);
  });

  test.each(["v1", "v99999999999999999999", "RBNvo1WzZ4oRRq0W9XhknpT7T8If536DEMBg9hyqY4o", "prod"])(
    "answers 404 for an unknown version: %s",
    async (reference) => {
      await scene.create("x", "1");
      const error = await refusal(scene.read("x", reference));
      expect(error).toMatchObject({ status: 404, body: { error_type: "NotFoundError" } });
      expect(error.body).not.toHaveProperty("deleted_at");
    },
  );

  it("reports when a version was deleted, and falls back to the newest live version", async () => {
    const { digest: one } = await scene.create("x", "1");
    const { digest: two } = await scene.create("x", "2");
    await scene.delete("x", two);
    for (const reference of ["v1", two]) {
      expect(await refusal(scene.read("x", reference))).toMatchObject({
        status: 404,
        body: {
          error_type: "ObjectDeletedError",
          deleted_at: expect.stringMatching(/^2026-01-01T00:.*Z$/) as string,
        },
      });
    }
    expect(await scene.read("x", "latest")).toMatchObject({ digest: one, is_latest: 1 });
    await scene.delete("x", one);
    expect((await refusal(scene.read("x", "latest"))).body).not.toHaveProperty("deleted_at");
  });

  it("falls back to the version published last, even if the clock was set back", async () => {
    const { digest: first } = await scene.create("x", "1");
    const { digest: second } = await publishInThePast("2");
    const { digest: third } = await publishInThePast("3");
    await scene.delete("x", third);
    expect(await scene.read("x", "latest")).toMatchObject({ digest: second, is_latest: 1 });
    expect(await scene.read("x", first)).toMatchObject({ is_latest: 0 });
    const latest = await scene.list({ filter: { latest_only: true } });
    expect(latest.map(({ digest }) => digest)).toEqual([second]);
  });

  it("leaves the value out of metadata, and adds requested members", async () => {
    await scene.create("x", "[1]");
    const more = { metadata_only: true, include_tags_and_aliases: true };
    expect(await scene.read("x", "latest", more)).toMatchObject({
      val: {},
      tags: [],
      aliases: ["latest"],
    });
  });
});

it("returns the contents of versions for reading refs", async () => {
  const { digest: one } = await scene.create("x", "1");
  const { digest: two } = await scene.create("x", "2");
  await scene.delete("x", two);
  const keys = [one, two, "none"].map((digest) => ({ object_id: "x", digest }));
  const found = await scene.objects().contents(scene.project.id, keys, nobodyLeaves);
  expect(Object.fromEntries(found)).toEqual({
    [contentKey({ object_id: "x", digest: one })]: { isDeleted: false, text: "1" },
    [contentKey({ object_id: "x", digest: two })]: { isDeleted: true, text: undefined },
  });
});
