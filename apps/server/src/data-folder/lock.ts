import { closeSync, fsyncSync, mkdirSync, openSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join, resolve } from "node:path";
import Database from "better-sqlite3";
import { DataFolderUnusable } from "./data-folder-unusable.ts";
import { makePrivate } from "./make-private.ts";
import { describeHolder, type Holder, readHolder, removeHolder, writeHolder } from "./holder.ts";

/**
 * The lock of this process on a data folder, until `release`. Keep a reference to it: when it is
 * garbage collected, SQLite's file is closed and the lock is lost.
 */
export interface DataFolderLock {
  /** Records the server's address, so that a process that finds the folder locked can report it. */
  announce(address: string): void;
  release(): void;
}

/** Another process owns the data folder. */
export class DataFolderHeld extends Error {
  readonly holder: Holder | undefined;

  constructor(folder: string, holder: Holder | undefined) {
    super(
      `The data folder ${folder} is in use by ${describeHolder(holder)}. ` +
        "Stop that server, or choose another folder with --data-dir.",
    );
    this.name = "DataFolderHeld";
    this.holder = holder;
  }
}

/** `heddle doctor` holds a lock for a moment. A lock that lasts longer is a server's. */
const waitMs = 250;

/**
 * Locks the folder for this process. Creates it if it is missing, for its owner only.
 *
 * Node has no `flock`. SQLite has file locks on every platform: a transaction that is never ended
 * holds one as long as the process lives, and a killed process leaves none behind.
 *
 * @throws DataFolderHeld if another process has locked it, DataFolderUnusable if the folder cannot
 * be created or its lock file cannot be used.
 */
export function lockDataFolder(folder: string, now: () => Date = () => new Date()): DataFolderLock {
  const holder: Holder = { pid: process.pid, host: hostname(), since: now().toISOString() };
  let database: Database.Database | undefined;
  try {
    makeDurably(resolve(folder));
    database = openLock(lockFile(folder));
    writeHolder(folder, holder);
  } catch (error) {
    database?.close();
    if (isBusy(error)) throw new DataFolderHeld(folder, readHolder(folder));
    throw unusable(folder, error);
  }
  return holding(folder, holder, database);
}

function holding(folder: string, holder: Holder, database: Database.Database): DataFolderLock {
  return {
    announce: (address) => writeHolder(folder, { ...holder, address }),
    release: () => {
      if (!database.open) return;
      // Remove the card before the lock: after it, the card may be the next owner's.
      removeHolder(folder);
      database.close();
    },
  };
}

/**
 * The process that holds the folder: `"unknown"` if it has not written its card, undefined if the
 * folder is free.
 *
 * @throws DataFolderUnusable if the lock file cannot be used
 */
export function ownerOf(folder: string): Holder | "unknown" | undefined {
  let database: Database.Database | undefined;
  try {
    database = new Database(lockFile(folder), { timeout: 0, fileMustExist: true, readonly: true });
    database.prepare("select 1 from sqlite_master").get();
    return undefined;
  } catch (error) {
    if (isBusy(error)) return readHolder(folder) ?? "unknown";
    // Without a lock file, no process has ever used the folder.
    if (hasCode(error, "SQLITE_CANTOPEN") || error instanceof TypeError) return undefined;
    throw unusable(folder, error);
  } finally {
    database?.close();
  }
}

/** Flushes the names of the new folders to disk: without them, a crash could lose their files. */
function makeDurably(folder: string): void {
  const topmost = mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Windows cannot open folders; it keeps their names in its journal.
  if (topmost === undefined || process.platform === "win32") return;
  for (let made = folder; made.length >= topmost.length; made = dirname(made)) {
    const parent = openSync(dirname(made), "r");
    fsyncSync(parent);
    closeSync(parent);
  }
}

function openLock(file: string): Database.Database {
  makePrivate(file);
  const database = new Database(file, { timeout: waitMs });
  try {
    return database.exec("begin exclusive");
  } catch (error) {
    database.close();
    throw error;
  }
}

function unusable(folder: string, error: unknown): unknown {
  if (!(error instanceof Error && "code" in error)) return error;
  const isForeign = hasCode(error, "SQLITE_NOTADB");
  const why = isForeign ? "Heddle did not create its lock.db" : error.message;
  return new DataFolderUnusable(
    `The data folder ${folder} cannot be used: ${why}. Choose another folder with --data-dir.`,
    { cause: error },
  );
}

function lockFile(folder: string): string {
  return join(folder, "lock.db");
}

function isBusy(error: unknown): boolean {
  return hasCode(error, "SQLITE_BUSY");
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith(code);
}
