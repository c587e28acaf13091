import { setTimeout as sleep } from "node:timers/promises";
import { FileStates } from "./file-states.ts";
import { UsageError } from "./options.ts";
import type { CliProcess } from "./cli-process.ts";

/** The interval between checks, and the time without a change before a run, in milliseconds. */
const intervalMs = 200;

/**
 * Runs now, and again whenever a file that took part is changed, created or removed, until the
 * signal aborts. Errors in a document are printed, and the watch waits for the next edit.
 *
 * The watch polls files instead of listening for events: polling works with deletions, renamed
 * folders, network drives and thousands of files, and costs a few milliseconds.
 *
 * Throws the error of the first run, and any error that is a fault of this program.
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
      // A file that the flags name was removed; it may come back.
      if (before === undefined || !(error instanceof UsageError)) throw error;
      printError(error.message);
      files.addAll(before);
    }
    print("watching for changes");
    if (!(await isChanged(files, signal))) return 0;
    before = files;
  }
}

/** Waits for a change and for its end; returns `false` if the signal aborts. */
async function isChanged(files: FileStates, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    while (!files.haveChanged()) await sleep(intervalMs, undefined, { signal });
    do {
      // An editor often saves several files at once.
      files.renew();
      await sleep(intervalMs, undefined, { signal });
    } while (files.haveChanged());
    return true;
  } catch (error) {
    if ((error as Error).name !== "AbortError") throw error;
    return false;
  }
}
