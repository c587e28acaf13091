import { chmodSync, lstatSync, realpathSync, statSync, type Stats } from "node:fs";
import { DataFolderUnusable } from "./data-folder-unusable.ts";
import { ownPaths } from "./own-paths.ts";

const othersBits = 0o077;

/** Whether users other than the owner have any permission on a file or a folder. */
export function isOpenToOthers({ mode }: Pick<Stats, "mode">): boolean {
  // Windows has access lists instead of modes; they close a user's folders to other users.
  return process.platform !== "win32" && (mode & othersBits) !== 0;
}

/**
 * Closes a data folder and Heddle's files in it to other users, and returns the paths that were
 * open. An older release or a restored copy may have left them open. Deeper paths need no change:
 * other users cannot enter the folder.
 *
 * @throws DataFolderUnusable if the folder cannot be closed.
 */
export function closeToOthers(folder: string, recordsFile: string): readonly string[] {
  const paths = [
    realpathSync(folder),
    ...ownPaths(folder),
    // The records may lie elsewhere. SQLite gives the files beside them the same mode.
    ...["", "-wal", "-shm"].map((ending) => `${recordsFile}${ending}`),
  ];
  const closed = [...new Set(paths)].filter((path) => close(path));
  if (isOpenToOthers(statSync(folder))) throw new DataFolderUnusable(stillOpen(folder));
  return closed;
}

function close(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  // A link has no mode of its own, and its target may belong to another user.
  if (found === undefined || found.isSymbolicLink() || !isOpenToOthers(found)) return false;
  try {
    chmodSync(path, found.mode & 0o7777 & ~othersBits);
    return true;
  } catch {
    // Another user's file, or a disk without modes. That is harmless if the folder is closed.
    return false;
  }
}

function stillOpen(folder: string): string {
  return (
    `Other users can enter the data folder ${folder}, and this user cannot close it. ` +
    "Run chmod 700 on it as its owner, or choose another folder with --data-dir."
  );
}
