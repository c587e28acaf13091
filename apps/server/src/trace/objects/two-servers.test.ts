import { afterAll, beforeAll, expect, test } from "vitest";
import { Missing } from "../../refusals/refusal.ts";
import { type OpenedRecords, openRecords } from "../../store/records/records.ts";
import { nobodyLeaves } from "../../store/testing/nobody-leaves.ts";
import { ObjectScene } from "../testing/object-scene.ts";
import { ObjectLabels } from "./object-labels.ts";
import { digestOf } from "../digests/digest.ts";

let scene: ObjectScene;
/** The records of a second server, on the same file. */
let second: OpenedRecords;

beforeAll(async () => {
  scene = await ObjectScene.open();
  second = await openRecords({ file: scene.stores.records.file });
});
afterAll(async () => {
  await second.close();
  await scene.close();
});

const values = ["0", "1", "2"];
const digests = values.map((value) => digestOf(value));

/** Does one thing after the other to the versions of `x`; `pick` chooses from a number of them. */
async function client(records: OpenedRecords, count: number, pick: (of: number) => number) {
  const objects = scene.objects({ records });
  const labels = new ObjectLabels({ records });
  const { author, project } = scene;
  const object = { object_id: "x" };
  for (let at = 0; at < count; at += 1) {
    const digest = digests[pick(3)] ?? "";
    const version = { ...object, digest };
    const deeds = [
      () => objects.create(author, project, object, values[pick(3)] ?? "", nobodyLeaves),
      () => objects.create(author, project, object, values[pick(3)] ?? "", nobodyLeaves),
      () => objects.delete(project, { ...object, digests: [digest] }),
      () => objects.delete(project, { ...object, digests: ["latest"] }),
      () => labels.setAliases(project, version, ["prod"]),
      () => labels.addTags(project, version, ["tag"]),
      () => objects.read(author, project, { ...object, digest: "latest" }, nobodyLeaves),
    ];
    try {
      await deeds[pick(deeds.length)]?.();
    } catch (error) {
      // The other client may have deleted the version. Every other error is a fault.
      if (!(error instanceof Missing)) throw error;
    }
  }
}

/** The same numbers in every run, so that a failure can be repeated as far as timing allows. */
function picker(seed: number): (of: number) => number {
  let state = seed;
  return (of) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * of);
  };
}

test.each([1, 2, 3])("two servers at once leave a legal state (%i)", async (seed) => {
  scene.enterNewProject();
  await scene.create("x", "0");
  const { records } = scene.stores;
  await Promise.all([
    client(records, 60, picker(seed)),
    client(second, 60, picker(seed + 10)),
    client(second, 60, picker(seed + 20)),
  ]);

  const versions = await records.db
    .selectFrom("object_versions")
    .select(["digest", "version_index", "deleted_at"])
    .where("project_id", "=", scene.project.id)
    .execute();
  expect(new Set(versions.map(({ digest }) => digest)).size).toBe(versions.length);
  expect(new Set(versions.map((one) => one.version_index)).size).toBe(versions.length);
  const live = versions.filter((one) => one.deleted_at === null).map(({ digest }) => digest);

  const labels = await Promise.all(
    (["object_tags", "object_aliases"] as const).map((table) =>
      records.db
        .selectFrom(table)
        .select("digest")
        .where("project_id", "=", scene.project.id)
        .execute(),
    ),
  );
  for (const { digest } of labels.flat()) expect(live).toContain(digest);

  const listed = await scene.list();
  expect(listed.map(({ digest }) => digest).toSorted()).toEqual(live.toSorted());
  const latest = listed.filter((version) => version.is_latest === 1);
  expect(latest).toHaveLength(Math.min(live.length, 1));
  await scene.create("x", "9");
  const newest = Math.max(...versions.map((one) => one.version_index)) + 1;
  expect(await scene.read("x", "latest")).toMatchObject({ version_index: newest });
});
