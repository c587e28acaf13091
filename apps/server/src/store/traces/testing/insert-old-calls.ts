import type { Traces } from "../traces.ts";

/**
 * Inserts calls as releases before the newest columns did. The statement names only the columns of
 * the rows, so that the engine gives the others what it gives to old parts when it reads them.
 */
export async function insertOldCalls(traces: Traces, rows: readonly string[]): Promise<void> {
  const columns = new Set(rows.flatMap((row) => Object.keys(JSON.parse(row) as object)));
  await traces.insert(`calls (${[...columns].join(", ")})`, rows, crypto.randomUUID());
}
