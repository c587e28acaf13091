import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

import type { AdapterFile, CheckpointRef, SamplerRef } from "../engine.ts";
import { EngineError } from "../errors.ts";
import { DirectoryLock } from "./directory-lock.ts";
import { NameQueues } from "./name-queues.ts";
import { checkName, isName } from "./names.ts";
import { storageError, systemCode } from "./storage-error.ts";
import {
  entryNames,
  exists,
  folderNames,
  isMissing,
  syncFolder,
  writeSynced,
} from "./stored-files.ts";

/** What a folder in the store holds. */
type Kind = "states" | "samplers";

/** Names that were deleted, kept so that they are never used again: an empty file each. */
const graveyards: Readonly<Record<Kind, string>> = {
  states: "deleted-states",
  samplers: "retired-samplers",
};
const partialStart = ".partial-";

/**
 * Training states and published adapters on disk:
 * `<modelKey>/states/<name>/`, `<modelKey>/samplers/<version>/`, and beside them the names that are no more.
 * A folder is written under another name, synced and renamed: it is there whole or not at all, and what `write`
 * resolved with survives a loss of power. What is done to one name is done in the order of the calls.
 * Where the file system fails, calls fail with `unavailable`, naming path and remedy.
 */
export class CheckpointStore {
  readonly directory: string;
  readonly #queues = new NameQueues();
  #lock: DirectoryLock | null = null;
  #isClosed = false;

  constructor(directory: string) {
    this.directory = directory;
  }

  /**
   * Makes the directory, takes it for this engine alone, and clears away what a crash left half written or half
   * deleted. Throws `conflict` when another engine has it.
   */
  async open(): Promise<void> {
    await this.#onDisk(this.directory, async () => {
      await mkdir(this.directory, { recursive: true });
      this.#lock = await DirectoryLock.take(this.directory);
      const entries = await readdir(this.directory);
      await Promise.all(entries.map((entry) => this.#sweep(entry)));
    });
  }

  /** Waits for what is being written or deleted, and lets others have the directory. Writes that come later fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#queues.settled();
    await this.#lock?.release();
    this.#lock = null;
  }

  folderOf(ref: CheckpointRef | SamplerRef): string {
    const { kind, modelKey, name } = placeOf(ref);
    return join(this.directory, modelKey, kind, name);
  }

  /** Whether there is something under this name. After a crash the files of a deleted name may still lie there. */
  async has(ref: CheckpointRef | SamplerRef): Promise<boolean> {
    return (await exists(this.folderOf(ref))) && !(await exists(this.#graveOf(ref)));
  }

  /** Throws `conflict` when the name is taken or was once. */
  async checkFree(ref: CheckpointRef | SamplerRef): Promise<void> {
    if (await exists(this.#graveOf(ref))) throw taken(ref, "was used before and deleted");
    if (await exists(this.folderOf(ref))) throw taken(ref, "is taken");
  }

  /**
   * Writes a folder of files. `mayCommit` is asked last before the name is taken: what it throws leaves nothing behind.
   * Throws `conflict` when the name is taken.
   */
  async write(
    ref: CheckpointRef | SamplerRef,
    files: readonly AdapterFile[],
    mayCommit: () => void,
  ): Promise<void> {
    const folder = this.folderOf(ref);
    await this.#inTurn(folder, async () => {
      await this.checkFree(ref);
      const partial = this.#partial();
      try {
        await mkdir(partial);
        for (const { name, bytes } of files) await writeSynced(join(partial, name), bytes);
        await syncFolder(partial);
        await mkdir(dirname(folder), { recursive: true });
        this.#checkOpen();
        mayCommit();
        await rename(partial, folder).catch((cause: unknown) => {
          throw isTaken(cause) ? taken(ref, "is taken") : cause;
        });
      } catch (error) {
        await rm(partial, { recursive: true, force: true });
        throw error;
      }
      await this.#syncUpwards(dirname(folder));
    });
  }

  /** The files of a folder. Throws `not_found`, and `invalid` naming the file that is missing. */
  async read(ref: CheckpointRef | SamplerRef, names: readonly string[]): Promise<AdapterFile[]> {
    const folder = this.folderOf(ref);
    return this.#onDisk(folder, async () => {
      if (!(await this.has(ref))) throw notFound(ref);
      const files: AdapterFile[] = [];
      for (const name of names) {
        const path = join(folder, name);
        try {
          files.push({ name, bytes: await readFile(path) });
        } catch (cause) {
          if (!isMissing(cause)) throw storageError(cause, path);
          // It may have been deleted since.
          if (!(await this.has(ref))) throw notFound(ref);
          throw new EngineError("invalid", `${path} is missing: ${describe(ref)} is damaged`, {
            cause,
          });
        }
      }
      return files;
    });
  }

  async listStates(modelKey: string): Promise<CheckpointRef[]> {
    checkName(modelKey, "modelKey");
    const folder = join(this.directory, modelKey, "states");
    return this.#onDisk(folder, async () => {
      const states: CheckpointRef[] = [];
      for (const name of await folderNames(folder, isName)) {
        const state: CheckpointRef = { kind: "checkpoint", modelKey, name };
        if (await this.has(state)) states.push(state);
      }
      return states;
    });
  }

  /**
   * Deletes what is under a name, which is used up from then on. `gone` is called when nobody finds it any more and
   * nobody can read it. Throws `not_found`.
   */
  async delete(
    ref: CheckpointRef | SamplerRef,
    gone: () => Promise<void> = async () => {},
  ): Promise<void> {
    const folder = this.folderOf(ref);
    await this.#inTurn(folder, async () => {
      if (!(await this.has(ref))) throw notFound(ref);
      const grave = this.#graveOf(ref);
      await mkdir(dirname(grave), { recursive: true });
      await writeSynced(grave, new Uint8Array());
      await this.#syncUpwards(dirname(grave));
      await this.#removeFolder(folder, gone);
    });
  }

  /** Runs work on a name when its turn comes. Throws `unavailable` once the store is closed. */
  #inTurn<T>(folder: string, work: () => Promise<T>): Promise<T> {
    return this.#queues.run(folder, () =>
      this.#onDisk(folder, () => {
        this.#checkOpen();
        return work();
      }),
    );
  }

  async #onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw storageError(error, path);
    }
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new EngineError("unavailable", "the engine was shut down");
  }

  #partial(): string {
    return join(this.directory, `${partialStart}${randomUUID()}`);
  }

  /** Renamed first, so that nobody meets a folder with half of its files. */
  async #removeFolder(
    folder: string,
    renamed: () => Promise<void> = async () => {},
  ): Promise<void> {
    const partial = this.#partial();
    await rename(folder, partial);
    await renamed();
    await rm(partial, { recursive: true, force: true });
  }

  /** Clears away what was left of an entry of the directory: a partial folder, or deleted names of a model. */
  async #sweep(entry: string): Promise<void> {
    if (entry.startsWith(partialStart)) {
      await rm(join(this.directory, entry), { recursive: true, force: true });
    }
    if (!isName(entry)) return;
    for (const kind of ["states", "samplers"] as const) {
      const folder = join(this.directory, entry, kind);
      const graves = new Set(await entryNames(join(this.directory, entry, graveyards[kind])));
      if (graves.size === 0) continue;
      for (const name of await folderNames(folder, isName)) {
        if (graves.has(name)) await this.#removeFolder(join(folder, name));
      }
    }
  }

  #graveOf(ref: CheckpointRef | SamplerRef): string {
    const { kind, modelKey, name } = placeOf(ref);
    return join(this.directory, modelKey, graveyards[kind], name);
  }

  async #syncUpwards(from: string): Promise<void> {
    await syncFolder(from);
    if (from !== this.directory) await this.#syncUpwards(dirname(from));
  }
}

/** Throws `invalid` for names that are none. */
function placeOf(ref: CheckpointRef | SamplerRef): { kind: Kind; modelKey: string; name: string } {
  checkName(ref.modelKey, "modelKey");
  if (ref.kind === "checkpoint") {
    checkName(ref.name, "name");
    return { kind: "states", modelKey: ref.modelKey, name: ref.name };
  }
  checkName(ref.version, "version");
  return { kind: "samplers", modelKey: ref.modelKey, name: ref.version };
}

function isTaken(error: unknown): boolean {
  const codes = ["ENOTEMPTY", "EEXIST", ...(process.platform === "win32" ? ["EPERM"] : [])];
  return codes.includes(systemCode(error) ?? "");
}

function describe(ref: CheckpointRef | SamplerRef): string {
  return ref.kind === "checkpoint"
    ? `the state ${ref.name} of ${ref.modelKey}`
    : `the version ${ref.version} of ${ref.modelKey}`;
}

function taken(ref: CheckpointRef | SamplerRef, how: string): EngineError {
  return new EngineError("conflict", `${describe(ref)} ${how}; choose another name`);
}

function notFound(ref: CheckpointRef | SamplerRef): EngineError {
  return new EngineError("not_found", `${describe(ref)} does not exist`);
}
