import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

import type { AdapterFile, CheckpointRef, SamplerRef } from "../engine.ts";
import { EngineError } from "../errors.ts";
import { checkName } from "./names.ts";

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
 * resolved with survives a loss of power.
 */
export class CheckpointStore {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  /** Makes the directory, and clears away what a crash left half written. */
  async open(): Promise<void> {
    await mkdir(this.directory, { recursive: true });
    for (const entry of await readdir(this.directory)) {
      if (entry.startsWith(partialStart)) {
        await rm(join(this.directory, entry), { recursive: true, force: true });
      }
    }
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
    await this.checkFree(ref);
    const partial = join(this.directory, `${partialStart}${randomUUID()}`);
    const folder = this.folderOf(ref);
    try {
      await mkdir(partial);
      for (const { name, bytes } of files) await writeSynced(join(partial, name), bytes);
      await syncFolder(partial);
      await mkdir(dirname(folder), { recursive: true });
      mayCommit();
      await rename(partial, folder).catch((cause: unknown) => {
        throw isTaken(cause) ? taken(ref, "is taken") : cause;
      });
    } catch (error) {
      await rm(partial, { recursive: true, force: true });
      throw error;
    }
    await this.#syncUpwards(dirname(folder));
  }

  /** The files of a folder. Throws `not_found`. */
  async read(ref: CheckpointRef | SamplerRef, names: readonly string[]): Promise<AdapterFile[]> {
    if (!(await this.has(ref))) throw notFound(ref);
    const folder = this.folderOf(ref);
    const files: AdapterFile[] = [];
    for (const name of names) {
      const bytes = await readFile(join(folder, name)).catch((cause: unknown) => {
        throw new EngineError("invalid", `${join(folder, name)} cannot be read`, { cause });
      });
      files.push({ name, bytes });
    }
    return files;
  }

  async listStates(modelKey: string): Promise<CheckpointRef[]> {
    checkName(modelKey, "modelKey");
    const entries = await readdir(join(this.directory, modelKey, "states")).catch(
      (error: unknown): string[] => {
        if (isMissing(error)) return [];
        throw error;
      },
    );
    const states: CheckpointRef[] = [];
    for (const name of entries.sort()) {
      const state: CheckpointRef = { kind: "checkpoint", modelKey, name };
      if (await this.has(state)) states.push(state);
    }
    return states;
  }

  /** Marks a name as used up. From here on nobody finds it. Throws `not_found`. */
  async bury(ref: CheckpointRef | SamplerRef): Promise<void> {
    if (!(await this.has(ref))) throw notFound(ref);
    const grave = this.#graveOf(ref);
    await mkdir(dirname(grave), { recursive: true });
    await writeSynced(grave, new Uint8Array());
    await this.#syncUpwards(dirname(grave));
  }

  /** Deletes the files of a name that was buried. */
  async delete(ref: CheckpointRef | SamplerRef): Promise<void> {
    const partial = join(this.directory, `${partialStart}${randomUUID()}`);
    await rename(this.folderOf(ref), partial);
    await rm(partial, { recursive: true, force: true });
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

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "w");
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder to sync it, and keeps its entries in a journal.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR";
}

function isTaken(error: unknown): boolean {
  return ["ENOTEMPTY", "EEXIST", "EPERM"].includes(String(codeOf(error)));
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
  return new EngineError("not_found", `there is no such thing as ${describe(ref)}`);
}
