import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rmdir, stat, statfs, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Keys } from "../access/keys.ts";
import type { Config } from "../config.ts";
import { describeHolder, type Holder } from "../data-folder/holder.ts";
import { currentVersion } from "../store/records/migrations/migrate.ts";
import { SchemaVersionError } from "../store/records/migrations/schema-version-error.ts";
import { openRecords } from "../store/records/records.ts";
import { type Finding, note, ok, wrong } from "./check.ts";

const gib = 1024 ** 3;
/** Below this a merge of the trace engine may not find the room it needs. */
const scarceBytes = 2 * gib;
const tooFewBytes = 0.25 * gib;

/** Whether the folder is there, or can be made, and can be written. */
export async function checkDataFolder({ dataDir }: Config): Promise<readonly Finding[]> {
  const subject = "data folder";
  const found = await stat(dataDir).catch(() => undefined);
  if (found === undefined) {
    const parent = await nearestFolder(dirname(dataDir));
    return (await canWrite(parent))
      ? [note(subject, `${dataDir} is not there yet: the first start makes it.`)]
      : [wrong(subject, `${dataDir} is not there, and ${parent} is not writable by this user.`)];
  }
  if (!found.isDirectory()) return [wrong(subject, `${dataDir} is not a folder.`)];
  if (!(await canWrite(dataDir))) {
    return [wrong(subject, `${dataDir} is not writable by this user.`)];
  }
  const isOpen = process.platform !== "win32" && (found.mode & 0o077) !== 0;
  return isOpen
    ? [note(subject, `${dataDir} can be entered by other users: chmod 700 keeps them out.`)]
    : [ok(subject, `${dataDir} is writable`)];
}

/** Whether there is room. */
export async function checkDisk({ dataDir }: Config): Promise<Finding> {
  const { bavail, bsize } = await statfs(await nearestFolder(dataDir));
  const free = bavail * bsize;
  const says = `${(free / gib).toFixed(1)} GiB free`;
  if (free < tooFewBytes) return wrong("disk", `${says}: too little to store anything. Make room.`);
  return free < scarceBytes ? note("disk", `${says}: make room soon.`) : ok("disk", says);
}

/** Who owns the folder just now. */
export function checkOwner(owner: Holder | "unknown" | undefined): Finding {
  if (owner === undefined) return ok("owner", "no server runs on the data folder");
  const says = describeHolder(owner === "unknown" ? undefined : owner);
  return note("owner", `the data folder is in use by ${says}.`);
}

/** Whether the records open in this release, and somebody has a key. */
export async function checkRecords(config: Config): Promise<readonly Finding[]> {
  const subject = "records";
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
  const subject = "keys";
  if (auth === "off") return note(subject, "not asked for: HEDDLE_AUTH is off.");
  const working = (await keys.list()).filter((key) => key.revokedAt === null);
  if (working.length === 0) {
    return wrong(subject, "there is none that works: make one with heddle keys create.");
  }
  const count = working.length === 1 ? "1 works" : `${working.length} work`;
  const file = join(dataDir, "api-key");
  const kept = await stat(file).catch(() => undefined);
  if (kept === undefined) return ok(subject, count);
  if (process.platform !== "win32" && (kept.mode & 0o077) !== 0) {
    return wrong(subject, `${file} can be read by other users: chmod 600 ${file}`);
  }
  const isWorking = (await keys.find((await readFile(file, "utf8")).trim())) !== undefined;
  return isWorking
    ? ok(subject, `${count}, one of them in ${file}`)
    : note(subject, `${count}; the one in ${file} no longer does.`);
}

async function canWrite(folder: string): Promise<boolean> {
  try {
    const probe = await mkdtemp(join(folder, ".heddle-doctor-"));
    const file = join(probe, randomUUID());
    await writeFile(file, "");
    await unlink(file);
    await rmdir(probe);
    return true;
  } catch {
    // Whatever stands in the way, a server would meet it too.
    return false;
  }
}

async function nearestFolder(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined || dirname(path) === path ? path : await nearestFolder(dirname(path));
}
