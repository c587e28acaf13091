import { readFileSync } from "node:fs";
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { EngineError } from "../errors.ts";
import { storageError, systemCode } from "./storage-error.ts";

const fileName = ".lock";

/** How long a lock may take to be written; an unreadable one that is older is damaged. */
const writingMs = 10_000;
/** What is done alone takes a moment; whoever takes longer has been killed. */
const clearingMs = 60_000;
const retryMs = 10;

/** Who holds a directory. */
interface Holder {
  readonly host: string;
  readonly pid: number;
  /** Tells two processes apart that had the same number one after the other; empty where the system does not say. */
  readonly process: string;
  /** Names the lock itself. */
  readonly id: string;
}

/**
 * One engine at a time on a directory: a file in it names the process that has it. One that a dead process left behind
 * is taken over. Processes of other machines cannot be looked at, so theirs counts as left behind: machines must not
 * share a directory.
 */
export class DirectoryLock {
  readonly #path: string;
  readonly #id: string;

  private constructor(path: string, id: string) {
    this.#path = path;
    this.#id = id;
  }

  /** Throws `conflict` when a living process has the directory, this one included. */
  static async take(directory: string): Promise<DirectoryLock> {
    const path = join(directory, fileName);
    const own: Holder = {
      host: hostname(),
      pid: process.pid,
      process: processIdentity("self"),
      id: randomUUID(),
    };
    try {
      while (!(await created(path, own))) await clear(path, directory);
    } catch (error) {
      throw storageError(error, path);
    }
    return new DirectoryLock(path, own.id);
  }

  /** Lets others have the directory. */
  async release(): Promise<void> {
    const holder = await readHolder(this.#path);
    if (holder?.id === this.#id) await rm(this.#path, { force: true });
  }
}

async function created(path: string, own: Holder): Promise<boolean> {
  try {
    await writeFile(path, JSON.stringify(own), { flag: "wx" });
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    // On a full disk the file is made and stays empty.
    await rm(path, { force: true });
    throw error;
  }
}

/** Takes away what a dead process left. Throws `conflict` for a living one. */
async function clear(path: string, directory: string): Promise<void> {
  const holder = await readHolder(path);
  if (holder === null ? await isBeingWritten(path) : isAlive(holder)) {
    const who = holder?.pid === process.pid ? "this process" : `process ${holder?.pid ?? "?"}`;
    throw new EngineError(
      "conflict",
      `the directory ${directory} is in use by another engine, in ${who}; stop that engine or give this one another directory (if no engine runs there, delete ${path})`,
      { parameter: "directory" },
    );
  }
  await alone(`${path}-clearing`, async () => {
    // Another engine may have cleared it meanwhile, and this be its own lock.
    const standing = await readHolder(path);
    const isLeft = standing === null ? await isRuin(path) : standing.id === holder?.id;
    if (isLeft) await rm(path, { force: true });
  });
}

/**
 * Does something that one process at a time may do: who made the folder `guard`. Whoever finds it
 * there waits a moment, and does nothing. One that is old is left from a process that was killed.
 */
async function alone(guard: string, work: () => Promise<void>): Promise<void> {
  try {
    await mkdir(guard);
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
    if (await isRuin(guard, clearingMs)) await rm(guard, { recursive: true, force: true });
    else await sleep(retryMs);
    return;
  }
  try {
    await work();
  } finally {
    await rm(guard, { recursive: true, force: true });
  }
}

async function isBeingWritten(path: string): Promise<boolean> {
  const ageMs = await ageOf(path);
  return ageMs !== undefined && ageMs < writingMs;
}

/** Whether something is there, and has been for too long. */
async function isRuin(path: string, afterMs: number = writingMs): Promise<boolean> {
  const ageMs = await ageOf(path);
  return ageMs !== undefined && ageMs >= afterMs;
}

async function ageOf(path: string): Promise<number | undefined> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Null for a lock that is gone, or was not written to its end. */
async function readHolder(path: string): Promise<Holder | null> {
  try {
    const holder = JSON.parse(await readFile(path, "utf8")) as Partial<Holder> | null;
    const { host, pid, process: identity, id } = holder ?? {};
    if (typeof host !== "string" || typeof pid !== "number" || typeof id !== "string") return null;
    return { host, pid, process: String(identity), id };
  } catch (error) {
    if (error instanceof SyntaxError || systemCode(error) === "ENOENT") return null;
    throw error;
  }
}

function isAlive({ host, pid, process: identity }: Holder): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user cannot be sent a signal, and is there.
    if (systemCode(error) !== "EPERM") return false;
  }
  return processIdentity(String(pid)) === identity;
}

/**
 * On Linux: this start of the machine and the moment, since then, at which the process began (`man 5 proc`).
 * Elsewhere, and for a process that has ended, empty.
 */
function processIdentity(pid: string): string {
  if (process.platform !== "linux") return "";
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    // The name before these fields is in parentheses and may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const hasEnded = fields[0] === "Z" || fields[0] === "X";
    return hasEnded ? "" : `${boot} ${fields[19] ?? ""}`;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return "";
  }
}
