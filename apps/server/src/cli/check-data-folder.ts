import { access, constants, stat, statfs } from "node:fs/promises";
import type { Config } from "../config/config.ts";
import { isOpenToOthers } from "../data-folder/close-to-others.ts";
import { foreignFile } from "../data-folder/foreign-file.ts";
import { describeHolder, type Holder } from "../data-folder/holder.ts";
import { ownPaths } from "../data-folder/own-paths.ts";
import { type Finding, note, ok, wrong } from "./check.ts";
import { folderProblem, nearestPlace } from "./folder-problem.ts";

const gib = 1024 ** 3;
/** With less free space, a merge of the trace engine may not find the room that it needs. */
const scarceBytes = 2 * gib;
/** The body of a single request may have this size, by default. */
const tooFewBytes = gib / 32;

/** Checks that the data folder exists or can be created, and belongs to this user and to Heddle. */
export async function checkDataFolder({ dataDir }: Config): Promise<Finding> {
  const subject = "data folder";
  const found = await stat(dataDir).catch(() => undefined);
  const user = process.getuid?.();
  if (found?.isDirectory() && user !== undefined && user !== 0 && found.uid !== user) {
    return wrong(
      subject,
      `${dataDir} belongs to another user (${found.uid}). Run the server as that user, or name a ` +
        "new folder with --data-dir.",
    );
  }
  const problem = await folderProblem(dataDir);
  if (problem !== undefined) {
    return wrong(subject, `${problem} Choose another folder with --data-dir.`);
  }
  if (found === undefined) {
    return note(subject, `${dataDir} does not exist yet: the first start creates it.`);
  }
  const foreign = await foreignFile(dataDir);
  if (foreign !== undefined) {
    return wrong(
      subject,
      `${dataDir} has other files, such as ${foreign}, and no data of Heddle. Name an empty or a ` +
        "new folder with --data-dir.",
    );
  }
  const locked = await firstUnwritable(ownPaths(dataDir));
  if (locked !== undefined) {
    return wrong(
      subject,
      `This user cannot read and write ${locked}. Give this user the whole folder with chown -R.`,
    );
  }
  return isOpenToOthers(found)
    ? note(subject, `${dataDir} is open to other users: the next start closes it with chmod 700.`)
    : ok(subject, `${dataDir} is writable`);
}

async function firstUnwritable(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const isWritable = await access(path, constants.R_OK | constants.W_OK).then(
      () => true,
      // A file that has just been removed, such as the owner's card, is no problem.
      (error: NodeJS.ErrnoException) => error.code === "ENOENT",
    );
    if (!isWritable) return path;
  }
  return undefined;
}

/** Checks that the disk of the data folder has room. */
export async function checkDisk({ dataDir }: Config): Promise<Finding> {
  const { bavail, bsize } = await statfs(await nearestPlace(dataDir));
  const free = bavail * bsize;
  const says = `${(free / gib).toFixed(1)} GiB free`;
  if (free < tooFewBytes) {
    const left = Math.floor(free / 1024 ** 2);
    return wrong(
      "disk",
      `The disk of ${dataDir} is full: ${left} MiB are free. Make room, or choose a folder on ` +
        "another disk with --data-dir.",
    );
  }
  return free < scarceBytes ? note("disk", `${says}: make room soon.`) : ok("disk", says);
}

/** Reports which process uses the data folder. */
export function checkOwner(owner: Holder | "unknown" | undefined): Finding {
  if (owner === undefined) return ok("owner", "no server runs on the data folder");
  const says = describeHolder(owner === "unknown" ? undefined : owner);
  return note("owner", `the data folder is in use by ${says}.`);
}
