import { stat } from "node:fs/promises";
import { ConfigError } from "../config/config.ts";
import { foreignFile } from "../data-folder/foreign-file.ts";

/**
 * Checks that a folder is a server's data folder, before a command writes into it.
 *
 * @throws ConfigError if it is none, or is not there
 */
export async function refuseNoDataFolder(dataDir: string): Promise<void> {
  const folder = await stat(dataDir).catch(() => undefined);
  if (!folder?.isDirectory()) {
    // A mistyped folder must not be created: no server would ever use what it writes.
    throw new ConfigError(
      `There is no data folder at ${dataDir}. Start the server once, ` +
        "or name the server's folder with --data-dir.",
    );
  }
  const foreign = await foreignFile(dataDir);
  if (foreign !== undefined) {
    throw new ConfigError(
      `${dataDir} is not a data folder: it has ${foreign}. Name the server's with --data-dir.`,
    );
  }
}
