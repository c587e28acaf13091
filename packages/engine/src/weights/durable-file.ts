import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Writes a file so that a reader sees the old content or the new, never a part, and that it is there after a loss of
 * power: written beside, synced, renamed, and the folder synced. The folder must exist.
 */
export function writeFileDurably(path: string, bytes: Uint8Array): void {
  const beside = `${path}.${randomUUID()}.partial`;
  try {
    const file = openSync(beside, "wx");
    try {
      writeFileSync(file, bytes);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(beside, path);
  } catch (cause) {
    rmSync(beside, { force: true });
    throw cause;
  }
  syncFolder(dirname(path));
}

/** Makes the entries of a folder durable: names that were made, moved or removed in it. */
export function syncFolder(folder: string): void {
  // Windows cannot open a folder to sync it, and keeps its entries in a journal.
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
