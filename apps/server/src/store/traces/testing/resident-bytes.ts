import { readFileSync } from "node:fs";

/** What a process has allocated and holds in memory, without the files it has mapped (Linux). */
export function residentBytes(pid: number): number {
  const kib = /RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kib) * 1024;
}
