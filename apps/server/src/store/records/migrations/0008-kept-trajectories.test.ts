import Database from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Schema } from "../schema.ts";
import { migrations } from "./migrations.ts";

const name = "0008-kept-trajectories";
let untyped: Kysely<unknown>;
let db: Kysely<Schema>;

beforeEach(async () => {
  const dialect = new SqliteDialect({ database: new Database(":memory:") });
  untyped = new Kysely({ dialect });
  db = new Kysely({ dialect });
  for (const [one, step] of Object.entries(migrations)) if (one < name) await step.up(untyped);
});
afterEach(() => db.destroy());

const times = { early: "2026-01-01T00:00:00.000Z", late: "2026-01-02T00:00:00.000Z" };

function file(id: string, digest: string, created_at: string) {
  const of = { model_id: "m", step: 0, split: '"train"', size_bytes: 1, metrics: "{}" };
  return { id, digest, created_at, ...of };
}

test("files that exist are marked as unread, and those of jobs find their job", async () => {
  const job = {
    id: "job",
    model_id: "m",
    project_id: "p",
    entity: "acme",
    project: "demo",
    base_model: "b",
    base_id: "b",
    position: 1,
    kind: "rl",
    status: "failed",
    created_at: times.early,
    input_digest: "same",
    done_steps: 0,
    not_before: times.early,
    claims: 0,
    setbacks: 0,
    saved_steps: 0,
  };
  await db
    .insertInto("training_jobs")
    .values(job as never)
    .execute();
  const files = [
    file("of the job", "same", times.early),
    file("logged with the same content", "same", times.late),
    file("logged at the same time", "other", times.early),
  ];
  await db.insertInto("trajectory_files").values(files).execute();
  await migrations[name]!.up(untyped);
  const kept = db.selectFrom("trajectory_files").select(["id", "job_id"]).orderBy("id");
  expect(await kept.execute()).toEqual([
    { id: "logged at the same time", job_id: null },
    { id: "logged with the same content", job_id: null },
    { id: "of the job", job_id: "job" },
  ]);
  const unread = db.selectFrom("unread_trajectory_files").selectAll().orderBy("file_id");
  expect(await unread.execute()).toEqual(
    ["logged at the same time", "logged with the same content", "of the job"].map((file_id) => ({
      file_id,
      model_id: "m",
    })),
  );
});
