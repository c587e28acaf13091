import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

import { systemCode } from "./storage-error.ts";

/** Writes a file and waits until the disk has it. */
export async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "w");
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Waits until the disk has the entries of a folder. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder to sync it, and keeps its entries in a journal.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Whether there is something at a path. */
export async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(missing)) !== null;
}

/** Names of what lies in a folder; none where there is no such folder. */
export async function entryNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Names of the folders in a folder, sorted; what else lies there is left alone. */
export async function folderNames(
  folder: string,
  isName: (name: string) => boolean,
): Promise<string[]> {
  const names: string[] = [];
  for (const name of await entryNames(folder)) {
    if (isName(name) && (await stat(join(folder, name)).catch(missing))?.isDirectory()) {
      names.push(name);
    }
  }
  return names.sort();
}

function missing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

/** Whether a failure says that there is nothing at a path. */
export function isMissing(error: unknown): boolean {
  const code = systemCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}
