import { setTimeout as sleep } from "node:timers/promises";
import { FileStates } from "./file-states.ts";
import type { CliProcess } from "./run.ts";

/** How often files are looked at, and how long they have to stay as they are before a run. */
const intervalMs = 200;

/**
 * Runs, and runs again whenever a file that took part changes, appears or is gone, until the
 * signal comes. What is wrong with a document is printed, and the next edit is waited for.
 *
 * Files are looked at, not listened to: that holds through deletions, renamed folders, network
 * drives and thousands of files, and costs a few milliseconds.
 */
export async function watch(
  run: (onFile: (path: string) => void) => Promise<unknown>,
  { signal, print }: Pick<CliProcess, "signal" | "print">,
): Promise<number> {
  for (;;) {
    const files = new FileStates();
    await run((path) => files.add(path));
    print("watching for changes");
    if (!(await isChanged(files, signal))) return 0;
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
