import { readdirSync } from "node:fs";
import { join } from "node:path";

const names = /^(?:(?:records|lock)\.db(?:-wal|-shm|-journal)?|owner\.json|api-key|blobs|traces)$/;

/** The files and folders at the top of a data folder that this program has made. */
export function ownPaths(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => names.test(name))
    .map((name) => join(folder, name));
}
