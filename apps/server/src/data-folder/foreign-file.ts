import { readdir } from "node:fs/promises";

/** One of these is in every folder that a server or `heddle keys` has used or a copy restored. */
const ours: ReadonlySet<string> = new Set(["lock.db", "records.db"]);
/** Names that may lie in a folder that still counts as empty. */
const ofNobody: ReadonlySet<string> = new Set([
  "lost+found",
  ".DS_Store",
  ".gitignore",
  ".gitkeep",
  ".snapshot",
]);

/**
 * The name of a file of another program, if the folder has such files and no data of a server;
 * undefined for a data folder, an empty folder and a missing one.
 */
export async function foreignFile(folder: string): Promise<string | undefined> {
  // A folder that cannot be read cannot be used either; using it reports that.
  const names = await readdir(folder).catch(() => []);
  if (names.some((name) => ours.has(name))) return undefined;
  return names.find((name) => !ofNobody.has(name));
}
