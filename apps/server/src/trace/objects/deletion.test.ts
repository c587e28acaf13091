import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { ObjectScene } from "../testing/object-scene.ts";
import { refusal } from "../testing/outcomes.ts";

let scene: ObjectScene;

beforeAll(async () => {
  scene = await ObjectScene.open();
});
afterAll(() => scene.close());
beforeEach(() => scene.enterNewProject());

const model = '{"_class_name":"M","_bases":["Model","Object","BaseModel"]}';

/** Publishes the values 0, 1, 2 as versions of `x`; `prod` points at the first. */
async function three(): Promise<readonly [string, string, string]> {
  const digests: string[] = [];
  for (const val of ["0", "1", "2"]) digests.push((await scene.create("x", val)).digest);
  const [zero = "", one = "", two = ""] = digests;
  await scene.setAliases("x", zero, "prod");
  return [zero, one, two];
}

async function indices(): Promise<number[]> {
  return (await scene.list()).map((version) => version.version_index);
}

describe("deleting", () => {
  const named: readonly [string, (digests: readonly string[]) => string[], number[]][] = [
    ["a digest", ([, one = ""]) => [one], [0, 2]],
    ["an index", () => ["v1"], [0, 2]],
    ["an alias", () => ["prod"], [1, 2]],
    ["the latest", () => ["latest"], [0, 1]],
    ["several", ([, one = ""]) => [one, "prod", "latest"], []],
    ["one name many times", () => Array<string>(100).fill("v1"), [0, 2]],
    ["no name", () => [], []],
  ];

  test.each(named)("takes %s", async (_, names, left) => {
    const digests = await three();
    const { num_deleted, deleted_versions } = await scene.delete("x", ...names(digests));
    const gone = digests.filter((__, index) => !left.includes(index));
    expect(num_deleted).toBe(3 - left.length);
    expect(deleted_versions.map(({ digest }) => digest)).toEqual(gone);
    expect(await indices()).toEqual(left);
    for (const digest of gone) {
      expect(await refusal(scene.read("x", digest))).toMatchObject({
        status: 404,
        body: { error_type: "ObjectDeletedError" },
      });
    }
  });

  test.each([undefined, null])("takes all versions for digests: %s", async (digests) => {
    await three();
    const request = { object_id: "x", ...(digests === undefined ? {} : { digests }) };
    expect(await scene.objects().delete(scene.project, request)).toMatchObject({ num_deleted: 3 });
    expect(await indices()).toEqual([]);
  });

  it("returns the classes of the versions", async () => {
    const { digest } = await scene.create("x", model);
    expect(await scene.delete("x", digest)).toEqual({
      num_deleted: 1,
      deleted_versions: [{ digest, base_object_class: "Model", leaf_object_class: "M" }],
    });
  });

  it("leaves other objects and projects with the same value, tags and aliases", async () => {
    const [zero] = await three();
    await scene.create("y", "0");
    for (const name of ["x", "y"]) {
      await scene.addTags(name, zero, "good");
      await scene.setAliases(name, zero, "best");
    }
    const elsewhere = scene.author.projects.writable("acme/elsewhere");
    const objects = scene.objects();
    await expect(objects.delete(elsewhere, { object_id: "x" })).rejects.toThrow("not found");
    await scene.delete("x");
    expect(await scene.labelsOf("y", zero)).toEqual({
      tags: ["good"],
      aliases: ["latest", "best"],
    });
  });

  it("removes the tags and aliases of the deleted versions only, for good", async () => {
    const [zero, one] = await three();
    await scene.addTags("x", zero, "a", "b");
    await scene.addTags("x", one, "b", "c");
    await scene.setAliases("x", one, "next");
    await scene.delete("x", zero);
    expect(await scene.labelsOf("x", one)).toEqual({ tags: ["b", "c"], aliases: ["next"] });
    expect((await refusal(scene.read("x", "prod"))).body).toMatchObject({
      error_type: "NotFoundError",
    });
    await scene.create("x", "0");
    expect(await scene.labelsOf("x", zero)).toEqual({ tags: [], aliases: ["latest"] });
  });

  it("lets latest fall back to the newest survivor, only if the latest was deleted", async () => {
    const [zero, one, two] = await three();
    await scene.create("x", "1");
    await scene.delete("x", zero);
    expect(await scene.read("x", "latest")).toMatchObject({ digest: one, is_latest: 1 });
    await scene.delete("x", one);
    expect(await scene.labelsOf("x", "latest")).toEqual({ tags: [], aliases: ["latest"] });
    expect(await scene.read("x", "latest")).toMatchObject({ digest: two, is_latest: 1 });
    const { digest: three_ } = await scene.create("x", "3");
    expect(await scene.read("x", "latest")).toMatchObject({ digest: three_, version_index: 3 });
  });

  it("counts deleted versions on, and lets a revived version take the next index", async () => {
    const [zero] = await three();
    const before = await scene.read("x", zero);
    await scene.delete("x", "v2", zero);
    await scene.create("x", "3");
    await scene.create("x", "0");
    const revived = await scene.read("x", "latest");
    expect(revived).toMatchObject({ digest: zero, version_index: 4, deleted_at: null });
    expect(revived.created_at > before.created_at).toBe(true);
    expect(await indices()).toEqual([1, 3, 4]);
    expect((await refusal(scene.read("x", "v0"))).body).toMatchObject({
      error_type: "NotFoundError",
    });
  });
});

describe("refusing", () => {
  const names: readonly [string, (digests: readonly string[]) => string[], string][] = [
    ["an unknown index", () => ["v0", "v7"], "no version v7."],
    ["an unknown digest", () => ["a".repeat(43)], "no version aaa"],
    ["an unknown alias", () => ["latest", "stage"], "no version stage."],
    ["an index too large for a number", () => ["v99999999999999999999"], "no version v999"],
    ["two names of one version", ([zero = ""]) => ["v1", "prod", zero], "names: prod, "],
  ];

  test.each(names)("%s: nothing is deleted", async (_, asked, why) => {
    const digests = await three();
    const error = await refusal(scene.delete("x", ...asked(digests)));
    expect(error).toMatchObject({ status: 404, body: { error_type: "NotFoundError" } });
    expect(error.reason).toContain(why);
    expect(await indices()).toEqual([0, 1, 2]);
    expect(await scene.read("x", "prod")).toMatchObject({ version_index: 0 });
  });

  it("an object that has nothing, or nothing any more", async () => {
    expect(await refusal(scene.delete("none"))).toMatchObject({ status: 404 });
    const [zero] = await three();
    await scene.delete("x", zero);
    expect(await refusal(scene.delete("x", zero))).toMatchObject({
      status: 404,
      body: { error_type: "NotFoundError" },
    });
    await scene.delete("x");
    expect((await refusal(scene.delete("x"))).status).toBe(404);
    expect((await refusal(scene.delete("x", "latest"))).status).toBe(404);
  });

  it("more than 100 names, repeats included", async () => {
    await three();
    const many = Array<string>(101).fill("v1");
    expect(await refusal(scene.delete("x", ...many))).toMatchObject({
      status: 400,
      reason: expect.stringContaining("101") as string,
    });
    expect(await indices()).toEqual([0, 1, 2]);
  });

  it("an object with more versions than one answer may name", async () => {
    await three();
    const narrow = scene.objects({ maxAnswerVersions: 2 });
    const whole = narrow.delete(scene.project, { object_id: "x" });
    expect(await refusal(whole)).toMatchObject({
      status: 400,
      reason: expect.stringContaining("in parts") as string,
    });
    expect(await indices()).toEqual([0, 1, 2]);
    await narrow.delete(scene.project, { object_id: "x", digests: ["v0"] });
    await narrow.delete(scene.project, { object_id: "x" });
    expect(await indices()).toEqual([]);
  });
});
