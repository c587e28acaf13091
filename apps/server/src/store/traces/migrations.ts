import { NewerStore } from "../errors.ts";
import * as allTables from "./tables/all-tables.ts";
import { durability } from "./tables/durability.ts";
import { usageDefaults } from "./tables/usage-columns.ts";
import type { TraceTable } from "./tables/trace-table.ts";
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

/**
 * The statements that no new table makes, such as changes of a released table. Never edit a
 * released step: add one with the next number.
 */
export const changes: readonly Migration[] = [
  {
    number: 2,
    name: "leaves and usage",
    statements: [
      // Of older calls nothing is known but their texts, so everything counts as cut. Leaves have the
      // engine's quick compression: scans of them take two thirds of the time, for 7 bytes a call.
      `ALTER TABLE calls
        ADD COLUMN IF NOT EXISTS inputs_leaves String,
        ADD COLUMN IF NOT EXISTS output_leaves String,
        ADD COLUMN IF NOT EXISTS attributes_leaves String,
        ADD COLUMN IF NOT EXISTS summary_leaves String,
        ADD COLUMN IF NOT EXISTS cut LowCardinality(String)
          DEFAULT '\\x7finputs\\x7foutput\\x7fattributes\\x7fsummary\\x7f',
        ADD COLUMN IF NOT EXISTS readable Map(LowCardinality(String), String) CODEC(ZSTD),
        ADD COLUMN IF NOT EXISTS usage_models Array(LowCardinality(String))
          DEFAULT ${usageDefaults.models},
        ADD COLUMN IF NOT EXISTS usage_tokens Array(Nullable(Int64))
          DEFAULT ${usageDefaults.tokens}`,
      // Otherwise each of the many columns of a part takes a megabyte of buffer while it is written.
      "ALTER TABLE calls MODIFY SETTING min_columns_to_activate_adaptive_write_buffer = 1",
    ],
  },
];

/**
 * Every step of the schema: each creates the tables that are declared since its number, then runs
 * the other statements of that number.
 */
export const migrations: readonly Migration[] = migrationsOf(Object.values(allTables), changes);

/** The steps that follow from the `since` of tables and from other statements, in their order. */
export function migrationsOf(
  tables: readonly TraceTable[],
  others: readonly Migration[],
): readonly Migration[] {
  const numbers = new Set([
    ...tables.map(({ since }) => since),
    ...others.map((one) => one.number),
  ]);
  return [...numbers]
    .toSorted((one, other) => one - other)
    .map((number) => {
      const created = tables.filter(({ since }) => since === number);
      const changed = others.filter((step) => step.number === number);
      const names = [...created, ...changed].map(({ name }) => name);
      const statements = created.map(({ create }) => create);
      return {
        number,
        name: names.join(", "),
        statements: [...statements, ...changed.flatMap((step) => step.statements)],
      };
    });
}

const journal = `
CREATE TABLE IF NOT EXISTS schema_migrations (
  number UInt32,
  name String,
  applied_at DateTime64(3, 'UTC')
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
    const row = JSON.stringify({ number, name, applied_at: new Date().toISOString() });
    await traces.insert("schema_migrations", [row], crypto.randomUUID());
  }
}
