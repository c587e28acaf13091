import { readFileSync } from "node:fs";

/** Bytes that a process has allocated and holds in memory, without its mapped files (Linux). */
export function residentBytes(pid: number): number {
  const kib = /RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kib) * 1024;
}
