import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Blobs } from "../blobs/blobs.ts";
import { openFolderBlobs } from "../blobs/folder-blobs.ts";
import { temporaryRecords, type TemporaryRecords } from "../records/testing/temporary-records.ts";
import { nobodyLeaves } from "../testing/nobody-leaves.ts";
import { DoomedBlobs } from "./doomed-blobs.ts";
import { blobColumns, doomBlobs } from "./doomed-blobs-sql.ts";

let records: TemporaryRecords;
let folder: string;
let blobs: Blobs;
let problems: object[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "heddle-doomed-"));
  blobs = await openFolderBlobs(folder);
  records = await temporaryRecords();
  problems = [];
});
afterEach(async () => {
  await records.close();
  await rm(folder, { recursive: true, force: true });
});

const log = { error: (fields: object): unknown => problems.push(fields) };
const store = async (text: string): Promise<string> => (await blobs.put(Buffer.from(text))).digest;
const exists = async (digest: string): Promise<boolean> =>
  (await blobs.open(digest, nobodyLeaves)) !== undefined;
const doom = (...digests: string[]): Promise<void> =>
  records.transaction((tx) => doomBlobs(tx, digests));
const marks = (): Promise<unknown[]> => records.db.selectFrom("doomed_blobs").selectAll().execute();

async function name(digest: string): Promise<void> {
  const row = { id: "f", model_id: "m", step: 0, split: '"val"', digest, size_bytes: 1 };
  await records.db
    .insertInto("trajectory_files")
    .values({ ...row, created_at: "2026-01-01", metrics: "{}" })
    .execute();
}

async function sweep(options: Partial<ConstructorParameters<typeof DoomedBlobs>[0]> = {}) {
  const doomed = new DoomedBlobs({ records, blobs, log, unusedMs: 0, ...options });
  doomed.sweep();
  await doomed.settled();
  await doomed.close();
}

test("a marked content goes, one that a row names stays, and no mark is left", async () => {
  const [gone, shared, other] = [await store("gone"), await store("shared"), await store("other")];
  await name(shared);
  await doom(gone, shared, "x".repeat(43));
  await sweep();
  expect([await exists(gone), await exists(shared), await exists(other)]).toEqual([
    false,
    true,
    true,
  ]);
  expect(await marks()).toEqual([]);
});

test("a content that was just stored again stays until it is clear who names it", async () => {
  const digest = await store("again");
  await doom(digest);
  await sweep({ unusedMs: 60_000 });
  expect(await exists(digest)).toBe(true);
  expect(await marks()).toEqual([{ digest }]);
  await name(digest);
  await sweep();
  expect(await exists(digest)).toBe(true);
  expect(await marks()).toEqual([]);
});

test("a crash behind the file leaves the mark, and the next start takes it away", async () => {
  const digest = await store("crash");
  await doom(digest);
  const crashing = {
    delete: async (one: string, unusedMs: number): Promise<boolean> => {
      await blobs.delete(one, unusedMs);
      throw new Error("crash");
    },
  };
  await sweep({ blobs: crashing });
  expect(problems).toHaveLength(1);
  expect(await exists(digest)).toBe(false);
  expect(await marks()).toEqual([{ digest }]);
  await sweep();
  expect(await marks()).toEqual([]);
});

/** Columns whose names sound as if they named blobs, and that name something else. */
const otherDigests = [
  "artifacts.digest",
  "doomed_blobs.digest",
  "kept_answers.body_digest",
  "object_aliases.digest",
  "object_tags.digest",
  "object_versions.digest",
];

test("every column that names blobs is looked at before one is deleted", async () => {
  const { rows } = await sql<{ place: string }>`
    select t.name || '.' || c.name as place from sqlite_master t, pragma_table_info(t.name) c
    where t.type = 'table' and (c.name like '%digest%' or c.name like '%blob%')
  `.execute(records.db);
  const places = rows.map(({ place }) => place).filter((one) => !otherDigests.includes(one));
  expect(places.toSorted()).toEqual(blobColumns.toSorted());
});
