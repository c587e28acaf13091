import { stat } from "node:fs/promises";
import { ConfigError, type Config } from "../config/config.ts";
import { foreignFile } from "../data-folder/foreign-file.ts";
import { lockDataFolder } from "../data-folder/lock.ts";
import { SchemaVersionError } from "../store/records/migrations/schema-version-error.ts";
import { openRecords, type Records } from "../store/records/records.ts";

/**
 * Lends the records of a data folder to a command, whether or not a server runs on it. Only where
 * their schema is behind is the folder needed for oneself, to upgrade it.
 *
 * @throws ConfigError where there is no data folder, SchemaVersionError, DataFolderHeld
 */
export async function withRecords<T>(
  { dataDir, recordsFile }: Config,
  work: (records: Records) => Promise<T>,
): Promise<T> {
  const folder = await stat(dataDir).catch(() => undefined);
  if (!folder?.isDirectory()) {
    // Made here, it would be one that no server ever looks into.
    throw new ConfigError(
      `There is no data folder at ${dataDir}. Start the server once, ` +
        "or name its folder with --data-dir.",
    );
  }
  const foreign = await foreignFile(dataDir);
  if (foreign !== undefined) {
    throw new ConfigError(
      `${dataDir} is no data folder: it holds ${foreign}. Name the server's with --data-dir.`,
    );
  }
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
