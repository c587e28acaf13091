import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Which process owns a data folder. */
export interface Holder {
  readonly pid: number;
  /** Name of the machine: the folder may lie on a disk that several share. */
  readonly host: string;
  /** ISO-8601 UTC. */
  readonly since: string;
  /** Where the server listens, once it does. */
  readonly address?: string;
}

/** The holder as words for a message. */
export function describeHolder(holder: Holder | undefined): string {
  if (holder === undefined) return "a process that has not yet said which";
  const { pid, host, since, address } = holder;
  const where = address === undefined ? "" : `, listening on ${address}`;
  return `process ${pid} on ${host}, since ${since}${where}`;
}

/** What the last owner wrote of itself; only true while the lock is held. */
export function readHolder(folder: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(folder), "utf8")) as Holder;
  } catch (error) {
    // Missing, or half of it lost with the power: the lock itself does not depend on it.
    if (error instanceof SyntaxError || isMissing(error)) return undefined;
    throw error;
  }
}

/** Leaves the owner's card beside the lock, whole at any moment. */
export function writeHolder(folder: string, holder: Holder): void {
  const draft = `${fileIn(folder)}.new`;
  writeFileSync(draft, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  renameSync(draft, fileIn(folder));
}

/** Takes the card away. */
export function removeHolder(folder: string): void {
  rmSync(fileIn(folder), { force: true });
}

function fileIn(folder: string): string {
  return join(folder, "owner.json");
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
