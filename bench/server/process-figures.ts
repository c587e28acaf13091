import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Memory of a process, in bytes (Linux). */
export interface Memory {
  /** Resident memory, mapped files such as the engine's library included. */
  readonly resident: number;
  /** The part of it that the process has allocated. */
  readonly own: number;
}

const ticksPerSecond = 100;

export function memoryOf(pid: number): Memory {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const bytesOf = (name: string): number => {
    const kib = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1];
    return Number(kib) * 1024;
  };
  return { resident: bytesOf("VmRSS"), own: bytesOf("RssAnon") };
}

/** Seconds of processor time that a process has used. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name in parentheses may hold blanks; user and system time are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** The processes that a process has started. */
export function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return text === "" ? [] : text.split(" ").map(Number);
}

/** The processes that a process has started, their children, and so on. */
export function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

/** The program of a process, and its arguments. */
export function commandOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
}

/** Resolves when the processes are idle: merges go on for a while after a load. */
export async function atRest(pids: readonly number[], withinSeconds = 15): Promise<void> {
  const used = (): number => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  let before = used();
  for (let second = 0; second < withinSeconds; second += 1) {
    await sleep(1000);
    const now = used();
    if (now - before < 0.06) return;
    before = now;
  }
}
