import type { Config } from "../config/config.ts";
import { lockDataFolder } from "../data-folder/lock.ts";
import { refuseNoDataFolder } from "./refuse-no-data-folder.ts";
import { SchemaVersionError } from "../store/records/migrations/schema-version-error.ts";
import { openRecords, type Records } from "../store/records/records.ts";

/**
 * Runs a command's work on the records of a data folder, also while a server uses it. Only to
 * upgrade an old schema does it lock the folder.
 *
 * @throws ConfigError if there is no data folder, SchemaVersionError if the records are newer than
 * this release, DataFolderHeld if the schema is old and a server uses the folder
 */
export async function withRecords<T>(
  { dataDir, recordsFile }: Config,
  work: (records: Records) => Promise<T>,
): Promise<T> {
  await refuseNoDataFolder(dataDir);
  const records = await openUpgraded(dataDir, recordsFile);
  try {
    return await work(records);
  } finally {
    await records.close();
  }
}

async function openUpgraded(dataDir: string, file: string): Promise<Records> {
  try {
    return await openRecords({ file, migrate: false });
  } catch (error) {
    if (!(error instanceof SchemaVersionError) || error.found > error.known) throw error;
  }
  const lock = lockDataFolder(dataDir);
  try {
    return await openRecords({ file });
  } finally {
    lock.release();
  }
}
