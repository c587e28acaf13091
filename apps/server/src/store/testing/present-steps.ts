import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { migrations as ofRecords } from "../records/migrations/migrations.ts";
import { type Migration, migrations as ofTraces } from "../traces/migrations.ts";
import type { SchemaStep } from "./released-steps.ts";

/** The steps of the trace store, as they are recorded at a release. */
export function traceSteps(steps: readonly Migration[] = ofTraces): readonly SchemaStep[] {
  return steps.map(({ number, statements }) => {
    return { name: String(number).padStart(4, "0"), statements };
  });
}

/** The steps of the records, as they are recorded at a release: the SQL that each sends. */
export async function recordSteps(): Promise<readonly SchemaStep[]> {
  const steps: SchemaStep[] = [];
  for (const [name, step] of Object.entries(ofRecords)) {
    const statements: string[] = [];
    await step.up(recording(statements));
    steps.push({ name, statements });
  }
  return steps;
}

/** A database that runs nothing and keeps the text of each statement. */
function recording(statements: string[]): Kysely<unknown> {
  return new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    log: ({ query }) => void statements.push(query.sql),
  });
}
