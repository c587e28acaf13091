import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WritableProject } from "../../access/project-id.ts";
import { nobodyLeaves } from "../../store/testing/nobody-leaves.ts";
import { inEveryOrder, type Work } from "../testing/every-order.ts";
import { ObjectScene } from "../testing/object-scene.ts";
import { refusal } from "../testing/outcomes.ts";
import { PausedRecords } from "../testing/paused-records.ts";
import { ObjectLabels } from "./object-labels.ts";
import type { Objects } from "./objects.ts";

let scene: ObjectScene;
/** The digests of the values 0 to 3. */
const digests: string[] = [];

beforeAll(async () => {
  scene = await ObjectScene.open();
  // The orders are many, and none of them is about power cuts.
  await sql`pragma synchronous = off`.execute(scene.stores.records.db);
  for (const val of ["0", "1", "2", "3"]) digests.push((await scene.create("x", val)).digest);
});
afterAll(() => scene.close());

/** A client, whose records pause. */
interface Client {
  readonly project: WritableProject;
  readonly objects: Objects;
  readonly labels: ObjectLabels;
}

const model = '{"_class_name":"M","_bases":["Model","Object","BaseModel"]}';
const x = (digest: string | undefined = ""): { object_id: string; digest: string } => ({
  object_id: "x",
  digest,
});

const create =
  (val: string) =>
  ({ objects, project }: Client): Promise<unknown> =>
    objects.create(scene.author, project, { object_id: "x" }, val, nobodyLeaves);
const remove =
  (...names: string[]) =>
  ({ objects, project }: Client): Promise<unknown> =>
    objects.delete(project, { object_id: "x", digests: names });
const read =
  (name: string) =>
  async ({ objects, project }: Client): Promise<unknown> =>
    (await objects.read(scene.author, project, x(name), nobodyLeaves)).digest;

/** What a client may do. At first `x` has the versions 1 and 2 with the values 0 and 1; version 0 is deleted. */
const deeds: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  "makes the old version the latest": create("0"),
  "publishes the latest again": create("1"),
  "revives the deleted version": create("2"),
  "publishes a new version": create("3"),
  "publishes another class": create(model),
  "deletes all": remove(),
  "deletes the latest": remove("latest"),
  "deletes the old one by its alias": remove("prod"),
  "deletes both by index": remove("v1", "v2"),
  "tags the latest": ({ labels, project }) => labels.addTags(project, x(digests[1]), ["new"]),
  "removes the tag of the old one": ({ labels, project }) =>
    labels.removeTags(project, x(digests[0]), ["a"]),
  "moves the alias": ({ labels, project }) => labels.setAliases(project, x(digests[1]), ["prod"]),
  "removes the alias": ({ labels, project }) => labels.removeAliases(project, "x", ["prod"]),
  "reads the latest": read("latest"),
  "reads by alias": read("prod"),
  "reads by index": read("v1"),
  "lists the aliases": ({ labels, project }) => labels.aliases(project, nobodyLeaves),
};

/** Makes a project with the first state. */
async function enter(): Promise<WritableProject> {
  scene.enterNewProject();
  await scene.create("x", "2");
  await scene.delete("x");
  await scene.create("x", "0");
  await scene.create("x", "1");
  await scene.addTags("x", digests[0] ?? "", "a");
  await scene.setAliases("x", digests[0] ?? "", "prod");
  return scene.project;
}

/** Everything that the store has of the project, without times. */
async function state(): Promise<unknown> {
  const { db } = scene.stores.records;
  const of = scene.project.id;
  const versions = await db
    .selectFrom("object_versions")
    .select(["digest", "version_index", "base_object_class", "deleted_at"])
    .where("project_id", "=", of)
    .orderBy("version_index")
    .execute();
  const [tags, aliases] = await Promise.all([
    db.selectFrom("object_tags").select(["digest", "tag"]).where("project_id", "=", of).execute(),
    db.selectFrom("object_aliases").selectAll().where("project_id", "=", of).execute(),
  ]);
  return {
    versions: versions.map(({ deleted_at, ...version }) => ({
      ...version,
      isDeleted: deleted_at !== null,
    })),
    tags,
    aliases: aliases.map(({ alias, digest }) => `${alias}:${digest}`).toSorted(),
  };
}

/** A result, or the answer to a refusal; without the project and times. */
async function told(outcome: unknown): Promise<unknown> {
  if (!(outcome instanceof Error)) return outcome;
  const { status, body } = await refusal(Promise.reject(outcome));
  return { status, error_type: body["error_type"] };
}

function clientWork(name: string): (project: WritableProject) => Work {
  return (project) => async (pause) => {
    const records = new PausedRecords(scene.stores.records, pause, "between transactions");
    const objects = scene.objects({ records });
    return deeds[name]?.({ project, objects, labels: new ObjectLabels({ records }) });
  };
}

const names = Object.keys(deeds);
const pairs = names.flatMap((one, at) => names.slice(at).map((other) => [one, other] as const));

test.each(pairs)("one client %s, another %s", async (...pair) => {
  const works = pair.map(clientWork);
  const results: string[] = [];
  const orders: (readonly number[])[] = [];
  const count = await inEveryOrder(
    async () => {
      const project = await enter();
      return works.map((work) => work(project));
    },
    async (order, outcomes) => {
      orders.push(order);
      results.push(
        JSON.stringify([await Promise.all(outcomes.map(told)), await state()], undefined, 1),
      );
    },
  );
  expect(count).toBeGreaterThan(1);
  // In the first order and the last one, one client comes after the other.
  const legal = [results[0], results.at(-1)];
  for (const [at, result] of results.entries()) {
    expect(legal, `order ${orders[at]?.join()}`).toContain(result);
  }
});
