import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { nobodyLeaves } from "../../store/testing/nobody-leaves.ts";
import { ObjectScene } from "../testing/object-scene.ts";
import { refusal } from "../testing/outcomes.ts";
import { ObjectLabels } from "./object-labels.ts";

let scene: ObjectScene;
let one: string;
let two: string;

beforeAll(async () => {
  scene = await ObjectScene.open();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.enterNewProject();
  one = (await scene.create("x", "1")).digest;
  two = (await scene.create("x", "2")).digest;
});

const unknown = "a".repeat(43);

function removeTags(digest: string, ...tags: string[]): Promise<void> {
  return scene.labels.removeTags(scene.project, { object_id: "x", digest }, tags);
}

function removeAliases(...aliases: string[]): Promise<void> {
  return scene.labels.removeAliases(scene.project, "x", aliases);
}

/** All tags and aliases of the project. */
async function names(labels: ObjectLabels = scene.labels): Promise<[string[], string[]]> {
  return [
    await labels.tags(scene.project, nobodyLeaves),
    await labels.aliases(scene.project, nobodyLeaves),
  ];
}

describe("tags", () => {
  it("are added to those that are there, and each version has its own", async () => {
    await scene.addTags("x", one, "b", "a", "b");
    await scene.addTags("x", one, "c", "a");
    await scene.addTags("x", two, "a");
    expect(await scene.labelsOf("x", one)).toEqual({ tags: ["a", "b", "c"], aliases: [] });
    expect(await scene.labelsOf("x", two)).toEqual({ tags: ["a"], aliases: ["latest"] });
  });

  it("are sorted by code point", async () => {
    const tags = ["z", "é", "Z", "\ufb01", "\u{20000}", "a b", "a", "a-b"];
    await scene.addTags("x", one, ...tags);
    const sorted = ["Z", "a", "a b", "a-b", "z", "é", "\ufb01", "\u{20000}"];
    expect(await scene.labelsOf("x", one)).toMatchObject({ tags: sorted });
    expect(await names()).toMatchObject([sorted, ["latest"]]);
  });

  it("may be called latest, unlike an alias", async () => {
    await scene.addTags("x", one, "latest", "v1");
    expect(await scene.labelsOf("x", one)).toEqual({ tags: ["latest", "v1"], aliases: [] });
    expect(await scene.read("x", "v1")).toMatchObject({ digest: two });
  });

  it("are removed, and nothing else is", async () => {
    await scene.addTags("x", one, "a", "b");
    await scene.addTags("x", two, "a");
    await removeTags(one, "a", "a", "never there", "not: a tag");
    await removeTags(one);
    expect(await scene.labelsOf("x", one)).toMatchObject({ tags: ["b"] });
    expect(await scene.labelsOf("x", two)).toMatchObject({ tags: ["a"] });
  });

  it("of versions that do not exist can be removed, again and again", async () => {
    for (const digest of [unknown, "latest", "v0", one]) await removeTags(digest, "a");
    expect(await names()).toEqual([[], ["latest"]]);
  });
});

describe("aliases", () => {
  it("move to another version, and the others stay", async () => {
    await scene.setAliases("x", one, "prod", "stage", "prod");
    await scene.setAliases("x", two, "prod", "v1-candidate");
    expect(await scene.labelsOf("x", one)).toMatchObject({ aliases: ["stage"] });
    expect(await scene.labelsOf("x", two)).toMatchObject({
      aliases: ["latest", "prod", "v1-candidate"],
    });
    expect(await scene.read("x", "prod")).toMatchObject({ digest: two });
    expect(await scene.read("x", "stage")).toMatchObject({ digest: one });
  });

  it("of two objects may be equal", async () => {
    const { digest } = await scene.create("y", "3");
    await scene.setAliases("x", one, "prod");
    await scene.setAliases("y", digest, "prod");
    expect(await scene.read("x", "prod")).toMatchObject({ digest: one });
    expect(await scene.read("y", "prod")).toMatchObject({ digest });
  });

  it("are removed, and the version stays", async () => {
    await scene.setAliases("x", one, "prod", "stage");
    await removeAliases("prod", "prod", "never there");
    await removeAliases();
    expect(await scene.labelsOf("x", one)).toMatchObject({ aliases: ["stage"] });
    expect((await refusal(scene.read("x", "prod"))).status).toBe(404);
    await scene.labels.removeAliases(scene.project, "none", ["prod"]);
  });

  it("do not follow what is published later", async () => {
    await scene.setAliases("x", one, "prod");
    await scene.create("x", "3");
    expect(await scene.read("x", "prod")).toMatchObject({ digest: one, is_latest: 0 });
  });

  test.each(["latest", "v0", "a/b", " "])("%j is refused, also to be removed", async (alias) => {
    for (const doing of [scene.setAliases("x", one, "ok", alias), removeAliases("ok", alias)]) {
      expect(await refusal(doing)).toMatchObject({
        status: 400,
        body: { error_type: "InvalidRequest" },
      });
    }
    expect(await scene.labelsOf("x", one)).toMatchObject({ aliases: [] });
  });
});

describe("a version that cannot be labelled", () => {
  const label = (digest: string): Promise<void>[] => [
    scene.addTags("x", digest, "a"),
    scene.addTags("x", digest),
    scene.setAliases("x", digest, "a"),
    scene.setAliases("x", digest),
  ];

  test.each(["latest", "v0", "prod", unknown])("%s answers 404", async (digest) => {
    await scene.setAliases("x", one, "prod");
    for (const doing of label(digest)) {
      const { status, body, reason } = await refusal(doing);
      expect([status, body["error_type"]]).toEqual([404, "NotFoundError"]);
      expect(reason.includes("by its digest")).toBe(digest !== unknown);
    }
    expect(await names()).toEqual([[], ["latest", "prod"]]);
  });

  it("was deleted, or belongs to another object", async () => {
    const { digest: other } = await scene.create("y", "3");
    for (const doing of label(other)) expect((await refusal(doing)).status).toBe(404);
    await scene.delete("x", one);
    for (const doing of label(one)) {
      expect(await refusal(doing)).toMatchObject({
        status: 404,
        body: { error_type: "ObjectDeletedError", deleted_at: expect.any(String) as string },
      });
    }
    await scene.create("x", "1");
    expect(await scene.labelsOf("x", one)).toEqual({ tags: [], aliases: ["latest"] });
  });

  it("gets nothing if one name is wrong", async () => {
    expect((await refusal(scene.addTags("x", one, "a", "b:c"))).status).toBe(400);
    const many = Array.from({ length: 1_001 }, (_, at) => `t${at}`);
    for (const doing of [
      scene.addTags("x", one, ...many),
      scene.setAliases("x", one, ...many),
      removeTags(one, ...many),
      removeAliases(...many),
    ]) {
      expect((await refusal(doing)).status).toBe(400);
    }
    expect(await scene.labelsOf("x", one)).toEqual({ tags: [], aliases: [] });
    await scene.addTags("x", one, ...many.slice(1));
    await scene.setAliases("x", one, ...many.slice(1));
    const { tags, aliases } = await scene.labelsOf("x", one);
    expect([tags, aliases]).toEqual([many.slice(1).toSorted(), many.slice(1).toSorted()]);
  });
});

describe("the names of a project", () => {
  it("are each listed once, sorted, without those of other projects", async () => {
    await scene.create("y", "1");
    await scene.addTags("x", one, "b", "a");
    await scene.addTags("y", one, "a");
    await scene.setAliases("x", one, "prod", "a z");
    await scene.setAliases("y", one, "prod", "zeta");
    expect(await names()).toEqual([
      ["a", "b"],
      ["a z", "latest", "prod", "zeta"],
    ]);
    scene.enterNewProject();
    expect(await names()).toEqual([[], []]);
  });

  it("have latest as long as a version lives, also after the latest was deleted", async () => {
    await scene.delete("x", "latest");
    expect(await names()).toEqual([[], ["latest"]]);
    await scene.delete("x");
    expect(await names()).toEqual([[], []]);
    await scene.create("x", "1");
    expect(await names()).toEqual([[], ["latest"]]);
  });

  it("are refused if they are too many for one answer", async () => {
    await scene.addTags("x", one, "a", "b", "c");
    await scene.setAliases("x", one, "a", "b");
    const { records } = scene.stores;
    expect(await names(new ObjectLabels({ records, maxAnswerLabels: 3 }))).toEqual([
      ["a", "b", "c"],
      ["a", "b", "latest"],
    ]);
    const few = new ObjectLabels({ records, maxAnswerLabels: 2 });
    for (const kind of ["tags", "aliases"] as const) {
      expect(await refusal(few[kind](scene.project, nobodyLeaves))).toMatchObject({
        status: 400,
        reason: expect.stringContaining("more than 2") as string,
      });
    }
  });
});
