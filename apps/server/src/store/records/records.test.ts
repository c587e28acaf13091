import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type Kysely, type Transaction, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { internalProjectId } from "../../access/project-id.ts";
import { DiskFull, StoreUnavailable } from "../errors.ts";
import { currentVersion, readVersion } from "./migrations/migrate.ts";
import { SchemaVersionError } from "./migrations/schema-version-error.ts";
import { RecordsFault } from "./records-fault.ts";
import { RecordsNotOpened } from "./records-not-opened.ts";
import { openRecords } from "./records.ts";
import type { Schema } from "./schema.ts";
import { type TemporaryRecords, temporaryRecords } from "./testing/temporary-records.ts";

const writer = fileURLToPath(new URL("./testing/write-until-killed.ts", import.meta.url));

let records: TemporaryRecords;
beforeEach(async () => {
  records = await temporaryRecords();
});
afterEach(() => records.close());

function addEntity(db: Kysely<Schema> | Transaction<Schema>, name: string): Promise<unknown> {
  return db.insertInto("entities").values({ name, created_at: "2026-01-01T00:00:00Z" }).execute();
}

async function entities(db: Kysely<Schema> | Transaction<Schema>): Promise<string[]> {
  const rows = await db.selectFrom("entities").select("name").orderBy("name").execute();
  return rows.map((row) => row.name);
}

describe("transactions", () => {
  test("committed rows can be read at once", async () => {
    await records.transaction((tx) => addEntity(tx, "a"));
    expect(await entities(records.db)).toEqual(["a"]);
  });

  test("a failed transaction leaves nothing behind, and the next one works", async () => {
    const work = records.transaction(async (tx) => {
      await addEntity(tx, "a");
      throw new RangeError("no");
    });
    await expect(work).rejects.toThrow(RangeError);
    await records.transaction((tx) => addEntity(tx, "b"));
    expect(await entities(records.db)).toEqual(["b"]);
  });

  test("a refused statement does not end the worker thread", async () => {
    await addEntity(records.db, "a");
    const error = await addEntity(records.db, "a").then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(RecordsFault);
    expect(error).toMatchObject({ code: "SQLITE_CONSTRAINT_PRIMARYKEY" });
    expect(await entities(records.db)).toEqual(["a"]);
  });

  test("a read does not wait for an open transaction and does not see its writes", async () => {
    const opened = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const transaction = records.transaction(async (tx) => {
      await addEntity(tx, "a");
      expect(await entities(tx)).toEqual(["a"]);
      opened.resolve();
      await mayEnd.promise;
    });
    await opened.promise;
    expect(await entities(records.db)).toEqual([]);
    mayEnd.resolve();
    await transaction;
    expect(await entities(records.db)).toEqual(["a"]);
  });

  test("50 transactions at once that read and then write each get their own number", async () => {
    const next = async (tx: Transaction<Schema>): Promise<number> => {
      const { count } = await tx
        .selectFrom("entities")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      await addEntity(tx, `e${count}`);
      return count;
    };
    const numbers = await Promise.all(Array.from({ length: 50 }, () => records.transaction(next)));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i));
  });

  test("single writes wait for a transaction and do not become part of it", async () => {
    const writes: Promise<unknown>[] = [];
    const transaction = records.transaction(async (tx) => {
      await addEntity(tx, "inside");
      writes.push(addEntity(records.db, "outside"));
      throw new RangeError("no");
    });
    await expect(transaction).rejects.toThrow(RangeError);
    await Promise.all(writes);
    expect(await entities(records.db)).toEqual(["outside"]);
  });

  test("closing waits for a transaction, and later statements are refused", async () => {
    const begun = Promise.withResolvers<void>();
    const transaction = records.transaction(async (tx) => {
      begun.resolve();
      await addEntity(tx, "a");
      return await entities(tx);
    });
    await begun.promise;
    await records.close();
    expect(await transaction).toEqual(["a"]);
    await expect(records.transaction((tx) => addEntity(tx, "b"))).rejects.toThrow(StoreUnavailable);
    await expect(entities(records.db)).rejects.toThrow(StoreUnavailable);
  });

  test("a full file is DiskFull, and reads go on", async () => {
    await addEntity(records.db, "a");
    await sql`pragma max_page_count = 20`.execute(records.db);
    const fill = async (tx: Transaction<Schema>): Promise<void> => {
      for (let i = 0; i < 100; i++) await addEntity(tx, `${i}${"x".repeat(4_000)}`);
    };
    await expect(records.transaction(fill)).rejects.toThrow(DiskFull);
    expect(await entities(records.db)).toEqual(["a"]);
    await sql`pragma max_page_count = 1000`.execute(records.db);
    await records.transaction(fill);
    expect(await entities(records.db)).toHaveLength(101);
  });

  test("numbers keep their value up to 2^53", async () => {
    const size_bytes = Number.MAX_SAFE_INTEGER;
    const project_id = internalProjectId("acme/p");
    const file = { project_id, digest: "d", name: "n", size_bytes, created_at: "" };
    await records.db.insertInto("files").values(file).execute();
    expect(await records.db.selectFrom("files").selectAll().execute()).toEqual([file]);
  });
});

describe("the schema", () => {
  test("has this release's version after opening, and opening again changes nothing", async () => {
    expect(await readVersion(records.db)).toBe(currentVersion);
    await addEntity(records.db, "a");
    const again = await openRecords({ file: records.file });
    expect(await entities(again.db)).toEqual(["a"]);
    await again.close();
  });

  test("two openers of an empty file at once both find it ready", async () => {
    const file = join(records.folder, "fresh.db");
    const both = await Promise.all([openRecords({ file }), openRecords({ file })]);
    for (const each of both) {
      expect(await readVersion(each.db)).toBe(currentVersion);
      await each.close();
    }
  });

  test("a file of a newer release is refused with both numbers", async () => {
    await sql`
      insert into kysely_migration (name, timestamp) values ('9001-from-the-future', '2040-01-01')
    `.execute(records.db);
    const opening = openRecords({ file: records.file });
    await expect(opening).rejects.toThrow(SchemaVersionError);
    await expect(opening).rejects.toThrow(new RegExp(`9001.*${currentVersion}\\b`));
  });

  test("an empty file is refused if it may not be upgraded", async () => {
    const file = join(records.folder, "empty.db");
    const opening = openRecords({ file, migrate: false });
    await expect(opening).rejects.toMatchObject({ found: 0, known: currentVersion });
  });

  test("a file that is no database, or has no folder, is refused with its name", async () => {
    const folder = await mkdtemp(join(tmpdir(), "heddle-no-records-"));
    const file = join(folder, "notes.db");
    await writeFile(file, "not a database ".repeat(500));
    await expect(openRecords({ file })).rejects.toThrow(RecordsNotOpened);
    await expect(openRecords({ file })).rejects.toThrow(file);
    await expect(openRecords({ file: join(folder, "no", "x.db") })).rejects.toThrow(
      RecordsNotOpened,
    );
    await rm(folder, { recursive: true });
  });
});

describe("two processes", () => {
  test("each sees the other's commits, and a kill loses no acknowledged row", async () => {
    const child = spawn(process.execPath, [writer, records.file], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const acknowledged: string[] = [];
    child.stdin.write("child-0\n");
    for await (const name of createInterface({ input: child.stdout })) {
      expect(await entities(records.db)).toEqual(expect.arrayContaining([name]));
      acknowledged.push(name);
      // Both write at the same time; neither may be refused because of the other.
      if (acknowledged.length <= 20) child.stdin.write(`child-${acknowledged.length}\n`);
      await addEntity(records.db, `parent-${acknowledged.length}`);
      if (acknowledged.length === 20) child.kill("SIGKILL");
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    expect(child.signalCode).toBe("SIGKILL");
    expect(await entities(records.db)).toEqual(expect.arrayContaining(acknowledged));
  });
});
