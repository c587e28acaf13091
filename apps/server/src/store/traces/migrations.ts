import { NewerStore } from "../errors.ts";
import { allTables } from "./tables/all-tables.ts";
import { durability } from "./tables/durability.ts";
import { ownRead, type Traces } from "./traces.ts";

/**
 * One step of the schema. Its statements may run again after a crash, or in two servers at once, so
 * each must change nothing the second time. `{R}` before the name of a table engine becomes
 * `Replicated` in a cluster, else nothing.
 */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly statements: readonly string[];
}

export const migrations: readonly Migration[] = [
  {
    number: 1,
    name: "calls and tables",
    statements: tablesSince(1),
  },
];

/** The statements that create the tables of a migration. */
function tablesSince(number: number): readonly string[] {
  return allTables.filter(({ since }) => since === number).map(({ create }) => create);
}

const journal = `
CREATE TABLE IF NOT EXISTS schema_migrations (
  number UInt32,
  name String,
  applied_at DateTime64(3, 'UTC') DEFAULT now64(3)
) ENGINE = {R}ReplacingMergeTree
ORDER BY number
SETTINGS ${durability}`;

export interface MigrateOptions {
  /** Creates replicated tables, for a cluster. */
  readonly isReplicated?: boolean | undefined;
  readonly steps?: readonly Migration[];
}

/**
 * Brings the schema up to date. Throws {@link NewerStore}, and changes nothing, if a newer release
 * has used the store.
 */
export async function migrate(traces: Traces, options: MigrateOptions = {}): Promise<void> {
  const steps = options.steps ?? migrations;
  const engine = options.isReplicated === true ? "Replicated" : "";
  const run = (sql: string): Promise<void> => traces.command(sql.replaceAll("{R}", engine));

  await run(journal);
  const [found] = await traces.query<{ number: number }>(
    "SELECT max(number) AS number FROM schema_migrations",
    {},
    ownRead,
  );
  const current = found?.number ?? 0;
  const newest = steps.at(-1)?.number ?? 0;
  if (current > newest) throw new NewerStore("trace store", current, newest);
  for (const { number, name, statements } of steps) {
    if (number <= current) continue;
    for (const statement of statements) await run(statement);
    const row = JSON.stringify({ number, name });
    await traces.insert("schema_migrations", [row], crypto.randomUUID());
  }
}
