import { access, constants, stat, statfs } from "node:fs/promises";
import type { Config } from "../config/config.ts";
import { isOpenToOthers } from "../data-folder/close-to-others.ts";
import { foreignFile } from "../data-folder/foreign-file.ts";
import { describeHolder, type Holder } from "../data-folder/holder.ts";
import { ownPaths } from "../data-folder/own-paths.ts";
import { type Finding, note, ok, wrong } from "./check.ts";
import { folderProblem, nearestPlace } from "./folder-problem.ts";

const gib = 1024 ** 3;
/** Below this a merge of the trace engine may not find the room it needs. */
const scarceBytes = 2 * gib;
/** One request may bring as much. */
const tooFewBytes = gib / 32;

/** Whether the folder is there, or can be made, is a data folder, and this user's alone. */
export async function checkDataFolder({ dataDir }: Config): Promise<Finding> {
  const subject = "data folder";
  const found = await stat(dataDir).catch(() => undefined);
  const user = process.getuid?.();
  if (found?.isDirectory() && user !== undefined && user !== 0 && found.uid !== user) {
    return wrong(
      subject,
      `${dataDir} belongs to another user (${found.uid}). Run the server as that user, or name a ` +
        "folder that is not there yet with --data-dir.",
    );
  }
  const problem = await folderProblem(dataDir);
  if (problem !== undefined) return wrong(subject, `${problem} Choose another with --data-dir.`);
  if (found === undefined) return note(subject, `${dataDir} is not there yet: a start makes it.`);
  const foreign = await foreignFile(dataDir);
  if (foreign !== undefined) {
    return wrong(
      subject,
      `${dataDir} holds other things, such as ${foreign}, and no data of Heddle's. Name an empty ` +
        "folder, or one that is not there yet, with --data-dir.",
    );
  }
  const locked = await firstUnwritable(ownPaths(dataDir));
  if (locked !== undefined) {
    return wrong(
      subject,
      `${locked} is not writable by this user. Give this user the whole folder, as chown -R does.`,
    );
  }
  return isOpenToOthers(found)
    ? note(subject, `${dataDir} is open to other users: a start closes it, as chmod 700 does.`)
    : ok(subject, `${dataDir} is writable`);
}

async function firstUnwritable(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const isWritable = await access(path, constants.R_OK | constants.W_OK).then(
      () => true,
      // A file that has just gone, as the owner's card does, stands in nobody's way.
      (error: NodeJS.ErrnoException) => error.code === "ENOENT",
    );
    if (!isWritable) return path;
  }
  return undefined;
}

/** Whether there is room. */
export async function checkDisk({ dataDir }: Config): Promise<Finding> {
  const { bavail, bsize } = await statfs(await nearestPlace(dataDir));
  const free = bavail * bsize;
  const says = `${(free / gib).toFixed(1)} GiB free`;
  if (free < tooFewBytes) {
    const left = Math.floor(free / 1024 ** 2);
    return wrong(
      "disk",
      `The disk of ${dataDir} is full: ${left} MiB are left. Make room, or choose a folder on ` +
        "another disk with --data-dir.",
    );
  }
  return free < scarceBytes ? note("disk", `${says}: make room soon.`) : ok("disk", says);
}

/** Who owns the folder just now. */
export function checkOwner(owner: Holder | "unknown" | undefined): Finding {
  if (owner === undefined) return ok("owner", "no server runs on the data folder");
  const says = describeHolder(owner === "unknown" ? undefined : owner);
  return note("owner", `the data folder is in use by ${says}.`);
}
