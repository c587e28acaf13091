import { readdir } from "node:fs/promises";

/** One of them is in every folder that a server or `keys` has used, or that was brought back. */
const ours: ReadonlySet<string> = new Set(["lock.db", "records.db"]);
/** What systems and people leave in a folder that is empty all the same. */
const ofNobody: ReadonlySet<string> = new Set([
  "lost+found",
  ".DS_Store",
  ".gitignore",
  ".gitkeep",
  ".snapshot",
]);

/**
 * The name of something in a folder that holds other things than a server's data; undefined for a
 * data folder, an empty one and one that is not there.
 */
export async function foreignFile(folder: string): Promise<string | undefined> {
  // What cannot be looked into cannot be used either, and that is said by those who try.
  const names = await readdir(folder).catch(() => []);
  if (names.some((name) => ours.has(name))) return undefined;
  return names.find((name) => !ofNobody.has(name));
}
