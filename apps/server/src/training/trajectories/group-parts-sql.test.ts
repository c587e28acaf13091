import Database from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrate } from "../../store/records/migrations/migrate.ts";
import type { Schema } from "../../store/records/schema.ts";
import type { KeptPart } from "./group-part.ts";
import { type PartsOf, partsQuery } from "./group-parts-sql.ts";

let database: Database.Database;
let db: Kysely<Schema>;

beforeEach(async () => {
  database = new Database(":memory:");
  db = new Kysely({ dialect: new SqliteDialect({ database }) });
  await migrate(db);
});
afterEach(() => db.destroy());

const after = { createdAt: "2026", fileId: "f", position: 1 } as KeptPart;

test.each<[string, PartsOf, string]>([
  [
    "a job",
    { modelId: "m", jobId: "j" },
    "sqlite_autoindex_trajectory_group_parts_1 (file_id=? AND position",
  ],
  [
    "a model",
    { modelId: "m" },
    "trajectory_group_parts_by_model (model_id=? AND (created_at,file_id,position)",
  ],
  [
    "a step",
    { modelId: "m", step: 1 },
    "trajectory_group_parts_by_step (model_id=? AND step=? AND (created_at,",
  ],
  [
    "a split",
    { modelId: "m", split: "val" },
    "trajectory_group_parts_by_split (model_id=? AND split=? AND (created_at,",
  ],
])("a page of %s is read from its place in an index, and nothing is sorted", (_, of, index) => {
  for (const order of ["asc", "desc"] as const) {
    const { sql, parameters } = partsQuery(db, of, { after, limit: 21, order }).compile();
    const rows = database.prepare(`explain query plan ${sql}`).all(...parameters);
    const plan = (rows as { detail: string }[]).map(({ detail }) => detail).join("\n");
    expect(plan).toContain(`SEARCH part USING INDEX ${index}`);
    expect(plan).not.toContain("TEMP B-TREE");
  }
});
