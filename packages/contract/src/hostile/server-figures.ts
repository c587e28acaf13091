import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Whether this machine reports the figures of processes that the tests need (Linux). */
export const tellsOfProcesses: boolean = existsSync("/proc/self/clear_refs");

/**
 * The process that owns a data folder, which is the one that answers: the started process may be a
 * parent that only watches over it.
 */
export function serverPid(dataDir: string): number {
  const card = JSON.parse(readFileSync(join(dataDir, "owner.json"), "utf8")) as { pid: number };
  return card.pid;
}

/** Memory of a process, in bytes. */
export interface ProcessMemory {
  readonly resident: number;
  /** The highest since the process began, or since `forgetPeak`. */
  readonly peak: number;
}

export function processMemory(pid: number): ProcessMemory {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const bytesOf = (name: string): number => {
    const kib = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1];
    if (kib === undefined) throw new Error(`/proc/${pid}/status has no ${name}`);
    return Number(kib) * 1024;
  };
  return { resident: bytesOf("VmRSS"), peak: bytesOf("VmHWM") };
}

/** Resets the peak to the memory that is resident now. */
export function forgetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

const ticksPerSecond = 100;

/**
 * Seconds of work of a process's main thread, which serves no other request meanwhile. Unlike the
 * clock, they do not depend on how busy the machine is.
 */
export function mainThreadSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, "utf8");
  // The name in parentheses may hold blanks; user and system time are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Bytes of all files below a folder; 0 if the folder does not exist. */
export async function bytesBelow(folder: string): Promise<number> {
  if (!existsSync(folder)) return 0;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let sum = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    sum += await stat(join(entry.parentPath, entry.name)).then(
      ({ size }) => size,
      (error: NodeJS.ErrnoException) => {
        // Files come and go while they are counted.
        if (error.code === "ENOENT") return 0;
        throw error;
      },
    );
  }
  return sum;
}
