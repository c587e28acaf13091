import { afterAll, beforeAll, beforeEach, expect, it, test } from "vitest";
import type { Trace } from "@heddle/types";
import { QueryLimit } from "../../store/errors.ts";
import { ObjectScene } from "../testing/object-scene.ts";
import { refusal } from "../testing/outcomes.ts";

let scene: ObjectScene;

beforeAll(async () => {
  scene = await ObjectScene.open();
});
afterAll(() => scene.close());
beforeEach(() => scene.enterNewProject());

const dataset = '{"_class_name":"Dataset","_bases":["Object","BaseModel"],"_type":"Dataset"}';
const model = '{"_class_name":"M","_bases":["Model","Object","BaseModel"],"_type":"M"}';
const op = '{"_type":"CustomWeaveType","weave_type":{"type":"Op"},"files":{"obj.py":"D"}}';

async function fill(): Promise<void> {
  const { digest: ds } = await scene.create("ds", dataset);
  const { digest: bot } = await scene.create("bot", model);
  await scene.addTags("ds", ds, "good");
  await scene.addTags("bot", bot, "good", "old");
  await scene.setAliases("bot", bot, "prod");
  await scene.create("bot", model.replace("M", "M2"));
  await scene.create("run", op);
  await scene.create("list", "[1, 2, 3]");
}

const named = (versions: readonly Trace.ObjectVersion[]): string[] =>
  versions.map((version) => `${version.object_id}:${version.version_index}`);

const data = ["ds:0", "bot:0", "bot:1"];
const filters: readonly [string, Trace.ObjectsFilter | null, string[]][] = [
  ["no filter", null, ["ds:0", "bot:0", "bot:1", "run:0", "list:0"]],
  ["empty lists", { object_ids: [], tags: [] }, ["ds:0", "bot:0", "bot:1", "run:0", "list:0"]],
  ["names", { object_ids: ["ds", "list"] }, ["ds:0", "list:0"]],
  ["a base class", { base_object_classes: ["Model"] }, ["bot:0", "bot:1"]],
  ["without a base class", { exclude_base_object_classes: ["Model"] }, ["ds:0", "run:0", "list:0"]],
  ["a leaf class", { leaf_object_classes: ["M2"] }, ["bot:1"]],
  ["ops", { is_op: true }, ["run:0"]],
  ["no ops", { is_op: false }, ["ds:0", "bot:0", "bot:1", "list:0"]],
  ["the latest", { latest_only: true }, ["ds:0", "bot:1", "run:0", "list:0"]],
  ["the latest by alias", { aliases: ["latest"], object_ids: ["bot"] }, ["bot:1"]],
  ["another alias", { aliases: ["prod"] }, ["bot:0"]],
  ["one of two aliases", { aliases: ["latest", "prod"], is_op: false }, [...data, "list:0"]],
  ["an alias that nothing has", { aliases: ["stage"] }, []],
  ["a tag", { tags: ["good"] }, ["ds:0", "bot:0"]],
  ["one of two tags", { tags: ["old", "none"] }, ["bot:0"]],
  ["a tag that nothing has", { tags: ["goo"] }, []],
  ["a tag and the latest", { tags: ["good"], latest_only: true }, ["ds:0"]],
  ["a tag and an alias", { tags: ["good"], aliases: ["prod"] }, ["bot:0"]],
  ["false for the latest", { latest_only: false, object_ids: ["bot"] }, ["bot:0", "bot:1"]],
  [
    "two conditions",
    { is_op: false, base_object_classes: ["Dataset", "Model"], latest_only: true },
    ["ds:0", "bot:1"],
  ],
];

test.each(filters)("%s", async (_, filter, expected) => {
  await fill();
  expect(named(await scene.list({ filter }))).toEqual(expected);
});

const windows: readonly [string, Partial<Trace.ObjectsQuery>, string[]][] = [
  ["a page", { limit: 2, offset: 1 }, ["bot:0", "bot:1"]],
  ["no rows", { limit: 0 }, []],
  ["a negative limit", { limit: -1, offset: 3 }, ["run:0", "list:0"]],
  [
    "by name",
    { sort_by: [{ field: "object_id", direction: "asc" }] },
    ["bot:0", "bot:1", "ds:0", "list:0", "run:0"],
  ],
  [
    "newest first",
    { sort_by: [{ field: "created_at", direction: "desc" }], limit: 2 },
    ["list:0", "run:0"],
  ],
  [
    "by a field that does not count",
    { sort_by: [{ field: "val", direction: "desc" }], limit: 1 },
    ["ds:0"],
  ],
];

test.each(windows)("%s", async (_, request, expected) => {
  await fill();
  expect(named(await scene.list(request))).toEqual(expected);
});

it("leaves deleted versions and other projects out", async () => {
  const { digest } = await scene.create("x", "1");
  await scene.create("x", "2");
  await scene.delete("x", digest);
  expect(named(await scene.list())).toEqual(["x:1"]);
  expect(await scene.list({ project_id: "acme/elsewhere" })).toEqual([]);
});

it("carries values, sizes and names as asked", async () => {
  await scene.create("x", "[1]");
  const [full] = await scene.list({ include_storage_size: true, include_tags_and_aliases: true });
  expect(full).toMatchObject({ val: [1], size_bytes: 3, tags: [], aliases: ["latest"] });
  const [bare] = await scene.list({ metadata_only: true });
  expect(bare).toMatchObject({ val: {}, size_bytes: null, tags: null, aliases: null });
});

it("lists the latest of an object whose latest version was deleted", async () => {
  await fill();
  await scene.delete("bot", "latest");
  for (const filter of [{ latest_only: true }, { aliases: ["latest"] }]) {
    expect(named(await scene.list({ filter }))).toEqual(["ds:0", "bot:0", "run:0", "list:0"]);
  }
  const filter = { object_ids: ["bot"] };
  const [bot] = await scene.list({ filter, include_tags_and_aliases: true });
  expect(bot).toMatchObject({ tags: ["good", "old"], aliases: ["latest", "prod"] });
});

it("gives each of 2,500 versions its own tags and aliases", async () => {
  await scene.create("x", "0");
  const { db } = scene.stores.records;
  const row = await db
    .selectFrom("object_versions")
    .selectAll()
    .where("project_id", "=", scene.project.id)
    .executeTakeFirstOrThrow();
  const names = Array.from({ length: 2_500 }, (_, at) => `y${at}`);
  for (let from = 0; from < names.length; from += 500) {
    const some = names.slice(from, from + 500);
    const copies = some.map((object_id) => ({ ...row, object_id }));
    await db.insertInto("object_versions").values(copies).execute();
    const tags = some.map((tag) => ({
      project_id: scene.project.id,
      object_id: tag,
      digest: row.digest,
      tag,
    }));
    await db.insertInto("object_tags").values(tags).execute();
  }
  const request = { filter: { tags: names.slice(0, 1_000) }, include_tags_and_aliases: true };
  expect(await scene.list(request)).toHaveLength(1_000);
  const all = await scene.list({ include_tags_and_aliases: true });
  expect(all.map(({ object_id, tags, aliases }) => [object_id, tags, aliases])).toEqual([
    ["x", [], ["latest"]],
    ...names.toSorted().map((name) => [name, [name], ["latest"]]),
  ]);
  const few = scene.objects({ maxAnswerLabels: 2_499 });
  await expect(scene.list({ include_tags_and_aliases: true }, few)).rejects.toThrow(QueryLimit);
  expect(await scene.list({}, few)).toHaveLength(2_501);
});

it("refuses more than 20 terms of an order, and takes repeats", async () => {
  await fill();
  const sort_by = Array.from({ length: 21 }, (): Trace.SortBy => {
    return { field: "object_id", direction: "desc" };
  });
  expect((await refusal(scene.list({ sort_by }))).status).toBe(400);
  expect(named(await scene.list({ sort_by: sort_by.slice(1), limit: 1 }))).toEqual(["run:0"]);
});

test.each([1e15, Number.MAX_SAFE_INTEGER])("takes %d as limit and as offset", async (large) => {
  await fill();
  expect(await scene.list({ limit: large })).toHaveLength(5);
  expect(await scene.list({ offset: large })).toEqual([]);
});

test.each(["object_ids", "base_object_classes", "exclude_base_object_classes"] as const)(
  "refuses more than 1,000 %s",
  async (list) => {
    const many = Array.from({ length: 1_001 }, (_, i) => `o${i}`);
    expect((await refusal(scene.list({ filter: { [list]: many } }))).status).toBe(400);
  },
);

it("refuses lists of more than 1,000", async () => {
  const object_ids = Array.from({ length: 1_001 }, (_, i) => `o${i}`);
  expect((await refusal(scene.list({ filter: { object_ids } }))).status).toBe(400);
  expect(await scene.list({ filter: { object_ids: object_ids.slice(1) } })).toEqual([]);
});

it("refuses to answer with more than it may hold", async () => {
  await fill();
  const narrow = scene.objects({ maxAnswerBytes: 100 });
  await expect(scene.list({}, narrow)).rejects.toThrow(QueryLimit);
  expect(await scene.list({ metadata_only: true }, narrow)).toHaveLength(5);
  const few = scene.objects({ maxAnswerVersions: 4 });
  await expect(scene.list({}, few)).rejects.toThrow(QueryLimit);
  expect(await scene.list({ limit: 4 }, few)).toHaveLength(4);
});
