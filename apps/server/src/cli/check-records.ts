import { access, constants, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Keys } from "../access/keys-sql.ts";
import type { Config } from "../config/config.ts";
import { isOpenToOthers } from "../data-folder/close-to-others.ts";
import { heddleCommand } from "../config/heddle-command.ts";
import { currentVersion } from "../store/records/migrations/migrate.ts";
import { SchemaVersionError } from "../store/records/migrations/schema-version-error.ts";
import { openRecords } from "../store/records/records.ts";
import { type Finding, note, ok, wrong } from "./check.ts";
import { folderProblem } from "./folder-problem.ts";

const subject = "records";

/** Whether the file of the records can be made or written; undefined where nothing is to be said. */
export async function checkRecordsFile(config: Config): Promise<Finding | undefined> {
  const { recordsFile: file, dataDir } = config;
  const folder = dirname(file);
  // What is wrong with the data folder is said there.
  const problem = folder === dataDir ? undefined : await folderProblem(folder);
  if (problem !== undefined) return wrong(subject, `${problem} Choose another with --records-url.`);
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return undefined;
  if (!found.isFile())
    return wrong(subject, `${file} is not a file. Choose another with --records-url.`);
  return await access(file, constants.R_OK | constants.W_OK).then(
    () => undefined,
    () => wrong(subject, `${file} is not writable by this user (its owner: ${found.uid}).`),
  );
}

/** Whether the records open in this release, and somebody has a key. */
export async function checkRecords(config: Config): Promise<readonly Finding[]> {
  const { recordsFile: file } = config;
  if ((await stat(file).catch(() => undefined)) === undefined) {
    return [note(subject, `${file} is not there yet: the first start makes it.`)];
  }
  try {
    const records = await openRecords({ file, migrate: false });
    try {
      const health = ok(subject, `schema version ${currentVersion}`);
      return [health, await checkKeys(new Keys(records), config)];
    } finally {
      await records.close();
    }
  } catch (error) {
    if (error instanceof SchemaVersionError && error.found < error.known) {
      const { found, known } = error;
      return [note(subject, `schema version ${found}: the next start upgrades it to ${known}.`)];
    }
    return [wrong(subject, error instanceof Error ? error.message : String(error))];
  }
}

async function checkKeys(keys: Keys, { dataDir, auth }: Config): Promise<Finding> {
  const about = "keys";
  if (auth === "off") return note(about, "not asked for: HEDDLE_AUTH is off.");
  const working = (await keys.list()).filter((key) => key.revokedAt === null);
  if (working.length === 0) {
    const make = heddleCommand("keys create");
    return wrong(about, `there is none that works: make one with ${make}`);
  }
  const count = working.length === 1 ? "1 works" : `${working.length} work`;
  const file = join(dataDir, "api-key");
  const kept = await stat(file).catch(() => undefined);
  if (kept === undefined) return ok(about, count);
  if (isOpenToOthers(kept)) {
    return wrong(about, `${file} can be read by other users: chmod 600 ${file}`);
  }
  const isWorking = (await keys.find((await readFile(file, "utf8")).trim())) !== undefined;
  return isWorking
    ? ok(about, `${count}, one of them in ${file}`)
    : note(about, `${count}; the one in ${file} no longer does.`);
}
