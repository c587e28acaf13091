import { readdirSync, readlinkSync } from "node:fs";

/** The files of a folder that this process has open (Linux). */
export function openFilesBelow(folder: string): string[] {
  return readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${fd}`);
      return file.startsWith(`${folder}/`) ? [file] : [];
    } catch {
      // The file was closed after the list was made.
      return [];
    }
  });
}
