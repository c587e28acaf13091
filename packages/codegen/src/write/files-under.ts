import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** The files below some folders, as sorted paths relative to the root. */
export async function filesUnder(root: string, folders: readonly string[]): Promise<string[]> {
  const found = await Promise.all(folders.map((folder) => list(root, join(root, folder))));
  return found.flat().sort();
}

async function list(root: string, folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
