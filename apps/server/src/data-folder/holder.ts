import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The process that owns a data folder, as its card `owner.json` describes it. */
export interface Holder {
  readonly pid: number;
  /** Name of the machine: several machines may share the folder's disk. */
  readonly host: string;
  /** ISO-8601 UTC. */
  readonly since: string;
  /** The server's address, once it listens. */
  readonly address?: string;
}

/** Describes the holder for a message. */
export function describeHolder(holder: Holder | undefined): string {
  if (holder === undefined) return "a process that has not yet recorded its id";
  const { pid, host, since, address } = holder;
  const where = address === undefined ? "" : `, listening on ${address}`;
  return `process ${pid} on ${host}, since ${since}${where}`;
}

/** Reads the card of the last owner; it is valid only while the lock is held. */
export function readHolder(folder: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(folder), "utf8")) as Holder;
  } catch (error) {
    // Missing, or cut short by a power failure. The lock itself does not depend on the card.
    if (error instanceof SyntaxError || isMissing(error)) return undefined;
    throw error;
  }
}

/** Writes the owner's card beside the lock. Readers never see half of it. */
export function writeHolder(folder: string, holder: Holder): void {
  const draft = `${fileIn(folder)}.new`;
  writeFileSync(draft, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  renameSync(draft, fileIn(folder));
}

/** Removes the owner's card. */
export function removeHolder(folder: string): void {
  rmSync(fileIn(folder), { force: true });
}

function fileIn(folder: string): string {
  return join(folder, "owner.json");
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
