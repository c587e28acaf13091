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

/** Checks that the file of the records can be created or written; undefined if it can. */
export async function checkRecordsFile(config: Config): Promise<Finding | undefined> {
  const { recordsFile: file, dataDir } = config;
  const folder = dirname(file);
  // `checkDataFolder` reports the problems of the data folder.
  const problem = folder === dataDir ? undefined : await folderProblem(folder);
  if (problem !== undefined) {
    return wrong(subject, `${problem} Choose another place with --records-url.`);
  }
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) return undefined;
  if (!found.isFile()) {
    return wrong(subject, `${file} is not a file. Choose another place with --records-url.`);
  }
  return await access(file, constants.R_OK | constants.W_OK).then(
    () => undefined,
    () => wrong(subject, `This user cannot read and write ${file}; user ${found.uid} owns it.`),
  );
}

/** Checks that this release can open the records, and that a valid key exists. */
export async function checkRecords(config: Config): Promise<readonly Finding[]> {
  const { recordsFile: file } = config;
  if ((await stat(file).catch(() => undefined)) === undefined) {
    return [note(subject, `${file} does not exist yet: the first start creates it.`)];
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
  if (auth === "off") return note(about, "not needed: HEDDLE_AUTH is off.");
  const working = (await keys.list()).filter((key) => key.revokedAt === null);
  if (working.length === 0) {
    const make = heddleCommand("keys create");
    return wrong(about, `There is no valid key. Create one with ${make}`);
  }
  const count = working.length === 1 ? "1 valid key" : `${working.length} valid keys`;
  const file = join(dataDir, "api-key");
  const kept = await stat(file).catch(() => undefined);
  if (kept === undefined) return ok(about, count);
  if (isOpenToOthers(kept)) {
    return wrong(about, `Other users can read ${file}. Run chmod 600 ${file}`);
  }
  const isWorking = (await keys.find((await readFile(file, "utf8")).trim())) !== undefined;
  return isWorking
    ? ok(about, `${count}, one of them in ${file}`)
    : note(about, `${count}; the key in ${file} is no longer valid.`);
}
