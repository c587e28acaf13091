import { afterEach, beforeEach, expect, test } from "vitest";
import { RecordsFault } from "../store/records/records-fault.ts";
import {
  type TemporaryRecords,
  temporaryRecords,
} from "../store/records/testing/temporary-records.ts";
import type { Principal } from "./principal.ts";
import { internalProjectId, projectName, type WritableProject } from "./project-id.ts";
import { Projects } from "./projects-sql.ts";
import { requesterOf } from "./testing/requester-of.ts";
import { nobodyLeaves } from "../store/testing/nobody-leaves.ts";

const clerk: Principal = { keyId: "k", entity: "a", role: "write", userName: "ada" };
const writable = (text: string): WritableProject => requesterOf(clerk).projects.writable(text);

let records: TemporaryRecords;
beforeEach(async () => {
  records = await temporaryRecords();
});
afterEach(() => records.close());

test("the first ensure records a project and its entity, once", async () => {
  const projects = new Projects(records, () => new Date(0));
  const names = ["a/x", "a/x", "a/y", "b/x"];
  const ids = await Promise.all(names.map((one) => projects.ensure(writable(one))));
  expect(ids).toEqual(names.map(internalProjectId));
  // A second server, with an empty cache.
  await new Projects(records).ensure(writable("a/x"));
  const rows = await records.db.selectFrom("projects").selectAll().orderBy("id").execute();
  expect(rows).toEqual(
    ["a/x", "a/y", "b/x"].map((project) => {
      const [entity, name] = project.split("/");
      return {
        id: internalProjectId(project),
        entity,
        name,
        created_at: new Date(0).toISOString(),
      };
    }),
  );
  const entities = await records.db.selectFrom("entities").select("name").execute();
  expect(entities.map((row) => row.name).toSorted()).toEqual(["a", "b"]);
});

test("ensure tries again after a failure", async () => {
  const projects = new Projects(records);
  const { db } = records;
  await db.schema.alterTable("projects").renameTo("away").execute();
  await expect(projects.ensure(writable("a/x"))).rejects.toThrow(RecordsFault);
  await db.schema.alterTable("away").renameTo("projects").execute();
  expect(await projects.ensure(writable("a/x"))).toBe(internalProjectId("a/x"));
});

test("a recorded project is found, and listed with the others of its entity", async () => {
  const projects = new Projects(records, () => new Date(0));
  const createdAt = new Date(0).toISOString();
  for (const project of ["a/y", "b/x", "a/z", "a/x"]) await projects.ensure(writable(project));
  expect(await projects.find(projectName("a/x"), nobodyLeaves)).toEqual({
    entity: "a",
    name: "x",
    createdAt,
  });
  expect(await projects.find(projectName("a/none"), nobodyLeaves)).toBeUndefined();
  const names = async (after: string, limit: number): Promise<readonly string[]> =>
    (await projects.list("a", after, limit, nobodyLeaves)).map(({ name }) => name);
  expect(await names("", 2)).toEqual(["x", "y"]);
  expect(await names("y", 2)).toEqual(["z"]);
  expect(await names("z", 2)).toEqual([]);
});
