import { readdirSync } from "node:fs";
import { join } from "node:path";

const names =
  /^(?:(?:records|lock)\.db(?:-wal|-shm|-journal)?|owner\.json|models\.json|api-key|blobs|traces|engine)$/;

/** The paths directly in a data folder that Heddle has created. */
export function ownPaths(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => names.test(name))
    .map((name) => join(folder, name));
}
