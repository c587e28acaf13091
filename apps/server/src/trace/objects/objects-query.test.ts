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
  await scene.create("ds", dataset);
  await scene.create("bot", model);
  await scene.create("bot", model.replace("M", "M2"));
  await scene.create("run", op);
  await scene.create("list", "[1, 2, 3]");
}

const named = (versions: readonly Trace.ObjectVersion[]): string[] =>
  versions.map((version) => `${version.object_id}:${version.version_index}`);

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
  ["another alias", { aliases: ["prod"] }, []],
  ["a tag", { tags: ["a"] }, []],
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
  await scene.markDeleted("x", digest);
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
