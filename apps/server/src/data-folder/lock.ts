import { closeSync, fsyncSync, mkdirSync, openSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join, resolve } from "node:path";
import Database from "better-sqlite3";
import { DataFolderUnusable } from "./data-folder-unusable.ts";
import { makePrivate } from "./make-private.ts";
import { describeHolder, type Holder, readHolder, removeHolder, writeHolder } from "./holder.ts";

/** A data folder that is ours until `release`. Keep a reference: garbage is closed, and lets go. */
export interface DataFolderLock {
  /** Tells those who find the folder taken where its server listens. */
  announce(address: string): void;
  release(): void;
}

/** Another process owns the data folder. */
export class DataFolderHeld extends Error {
  readonly holder: Holder | undefined;

  constructor(folder: string, holder: Holder | undefined) {
    super(
      `The data folder ${folder} is in use by ${describeHolder(holder)}. ` +
        "Stop that server, or give this one a folder of its own with --data-dir.",
    );
    this.name = "DataFolderHeld";
    this.holder = holder;
  }
}

/** `heddle doctor` looks for a moment; longer than that is an owner. */
const waitMs = 250;

/**
 * Makes the folder if it is missing, readable by its owner alone, and takes it for this process.
 *
 * Node has no `flock`. SQLite has file locks on every platform, and a transaction that is never
 * ended holds one for exactly as long as the process lives: a killed owner leaves none behind.
 *
 * @throws DataFolderHeld, and DataFolderUnusable for a place where there can be no data folder.
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
      // While the lock is still held: after it, the card may be the next owner's.
      removeHolder(folder);
      database.close();
    },
  };
}

/** Who owns the folder: a holder, `"unknown"` if it has not said, undefined for nobody. */
export function ownerOf(folder: string): Holder | "unknown" | undefined {
  let database: Database.Database | undefined;
  try {
    database = new Database(lockFile(folder), { timeout: 0, fileMustExist: true, readonly: true });
    database.prepare("select 1 from sqlite_master").get();
    return undefined;
  } catch (error) {
    if (isBusy(error)) return readHolder(folder) ?? "unknown";
    // No such file: nobody has ever been here.
    if (hasCode(error, "SQLITE_CANTOPEN") || error instanceof TypeError) return undefined;
    throw unusable(folder, error);
  } finally {
    database?.close();
  }
}

/** What is stored in a folder is as durable as the folder's own name. */
function makeDurably(folder: string): void {
  const topmost = mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Windows cannot open folders, and keeps their names in its journal.
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
  const why = isForeign ? "its lock.db was not made by Heddle" : error.message;
  return new DataFolderUnusable(
    `The data folder ${folder} cannot be used: ${why}. Choose another with --data-dir.`,
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
