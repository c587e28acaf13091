import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { Kysely, type Migration, Migrator, sql, SqliteDialect } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordSteps } from "../testing/present-steps.ts";
import { releasedStepProblems, releasedSteps } from "../testing/released-steps.ts";
import { type OpenedRecords, openRecords } from "./records.ts";

const released = releasedSteps("records");

describe("the steps that a release contains", () => {
  test("have the same statements as then", async () => {
    expect(released.length).toBeGreaterThan(0);
    expect(releasedStepProblems("records", await recordSteps()).join("\n")).toBe("");
  });

  test("take no new statement; the refusal names the step to add", async () => {
    const [first, ...others] = await recordSteps();
    const statements = [...first!.statements, 'create table "notes" ("id" text)'];
    const [problem] = releasedStepProblems("records", [{ ...first!, statements }, ...others]);
    expect(problem).toContain('\n+ create table "notes"');
    expect(problem).toContain(`add a step ${String(released.length + 1).padStart(4, "0")}-…`);
  });
});

describe("records that the released steps have made", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "heddle-released-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("get the schema of fresh ones when they are opened, and keep their rows", async () => {
    const file = join(folder, "old.db");
    await makeReleased(file);
    const [old, fresh] = await Promise.all([
      openRecords({ file }),
      openRecords({ file: join(folder, "fresh.db") }),
    ]);
    expect(await schemaOf(old)).toEqual(await schemaOf(fresh));
    const entities = await old.db.selectFrom("entities").select("name").execute();
    expect(entities).toEqual([{ name: "kept" }]);
    await Promise.all([old.close(), fresh.close()]);
  });
});

/** Makes a file as the last release would, with one entity. */
async function makeReleased(file: string): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: new Database(file) }) });
  const getMigrations = async (): Promise<Record<string, Migration>> =>
    Object.fromEntries(released.map(({ name, statements }) => [name, { up: runs(statements) }]));
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest();
  expect(error).toBeUndefined();
  await sql`insert into entities (name, created_at) values ('kept', '2026-01-01')`.execute(db);
  await db.destroy();
}

function runs(statements: readonly string[]): Migration["up"] {
  return async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  };
}

async function schemaOf({ db }: OpenedRecords): Promise<readonly unknown[]> {
  const { rows } = await sql`select type, name, sql from sqlite_master order by name`.execute(db);
  return rows;
}
