import { chmodSync, lstatSync, realpathSync, statSync, type Stats } from "node:fs";
import { DataFolderUnusable } from "./data-folder-unusable.ts";
import { ownPaths } from "./own-paths.ts";

const othersBits = 0o077;

/** Whether users other than its owner may do something with a file or a folder. */
export function isOpenToOthers({ mode }: Pick<Stats, "mode">): boolean {
  // Windows has lists instead of modes, and closes a user's folders to other users by them.
  return process.platform !== "win32" && (mode & othersBits) !== 0;
}

/**
 * Closes a data folder to other users, and what is ours at its top, which an older release or a
 * restored copy may have left open; deeper nobody gets. Returns the paths that were open.
 *
 * @throws DataFolderUnusable where the folder cannot be closed.
 */
export function closeToOthers(folder: string, recordsFile: string): readonly string[] {
  const paths = [
    realpathSync(folder),
    ...ownPaths(folder),
    // They may lie elsewhere. Those beside the file get its mode, when SQLite makes them.
    ...["", "-wal", "-shm"].map((ending) => `${recordsFile}${ending}`),
  ];
  const closed = [...new Set(paths)].filter((path) => close(path));
  if (isOpenToOthers(statSync(folder))) throw new DataFolderUnusable(stillOpen(folder));
  return closed;
}

function close(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  // A link has no mode of its own, and its target may be anybody's.
  if (found === undefined || found.isSymbolicLink() || !isOpenToOthers(found)) return false;
  try {
    chmodSync(path, found.mode & 0o7777 & ~othersBits);
    return true;
  } catch {
    // Another user's file, or a disk without modes. Whether that matters is seen at the folder.
    return false;
  }
}

function stillOpen(folder: string): string {
  return (
    `The data folder ${folder} can be entered by other users, and this one cannot close it. ` +
    "Run chmod 700 on it as its owner, or choose another with --data-dir."
  );
}
