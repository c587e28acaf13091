import { setTimeout as sleep } from "node:timers/promises";
import { FileStates } from "./file-states.ts";
import { UsageError } from "./options.ts";
import type { CliProcess } from "./cli-process.ts";

/** How often files are looked at, and how long they have to stay as they are before a run. */
const intervalMs = 200;

/**
 * Runs, and runs again whenever a file that took part changes, appears or is gone, until the
 * signal comes. What is wrong with a document is printed, and the next edit is waited for.
 *
 * Files are looked at, not listened to: that holds through deletions, renamed folders, network
 * drives and thousands of files, and costs a few milliseconds.
 *
 * Throws what the first run throws, and what is a fault of ours.
 */
export async function watch(
  run: (onFile: (path: string) => void) => Promise<unknown>,
  { signal, print, printError }: Pick<CliProcess, "signal" | "print" | "printError">,
): Promise<number> {
  for (let before: FileStates | undefined; ;) {
    const files = new FileStates();
    try {
      await run((path) => files.add(path));
    } catch (error) {
      // A file that the flags name is gone; it may come back.
      if (before === undefined || !(error instanceof UsageError)) throw error;
      printError(error.message);
      files.addAll(before);
    }
    print("watching for changes");
    if (!(await isChanged(files, signal))) return 0;
    before = files;
  }
}

/** Waits for a change and until it is over; `false` for the signal. */
async function isChanged(files: FileStates, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    while (!files.haveChanged()) await sleep(intervalMs, undefined, { signal });
    do {
      // Whoever saves one file often saves several.
      files.renew();
      await sleep(intervalMs, undefined, { signal });
    } while (files.haveChanged());
    return true;
  } catch (error) {
    if ((error as Error).name !== "AbortError") throw error;
    return false;
  }
}
