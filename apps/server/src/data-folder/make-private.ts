import { closeSync, openSync } from "node:fs";

/**
 * Makes an empty file for its owner alone, unless it is there. SQLite, which would make it as open
 * as the process makes files, gives the files beside it the same mode.
 */
export function makePrivate(file: string): void {
  try {
    // Never opens one that is there: to close it would drop this process's locks on it.
    closeSync(openSync(file, "ax", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
