import { closeSync, openSync } from "node:fs";

/**
 * Creates an empty file that only its owner can read, unless it exists. SQLite alone would create
 * it with the default mode of the process; it gives the files beside it the mode of this one.
 */
export function makePrivate(file: string): void {
  try {
    // "x": never open an existing file, because closing it would drop this process's locks on it.
    closeSync(openSync(file, "ax", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
