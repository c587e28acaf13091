import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Adapter } from "../adapters/adapter.ts";
import type { AdapterFile } from "../engine.ts";
import { EngineError } from "../errors.ts";
import type { Model } from "../model/model.ts";
import { readPeft } from "../weights/peft.ts";
import { peftFileNames } from "../weights/peft-file-names.ts";

interface Loaded {
  readonly adapter: Adapter;
  readonly bytes: number;
  users: number;
  /** Out of service: goes with its last user. */
  isRetired: boolean;
}

/** A published adapter in use; `release` once, when it is no longer read. */
export interface AdapterLease {
  readonly adapter: Adapter;
  release(): void;
}

/**
 * Published adapters of one base model, loaded from disk at first use. Those that nobody uses stay until the room for
 * them is taken by others, the least recently used going first; those in use never go.
 */
export class SamplerAdapters {
  readonly #model: Model;
  readonly #maxBytes: number;
  readonly #onGone: (key: string) => void;
  /** In order of use: the first is the oldest. */
  readonly #loaded = new Map<string, Loaded>();

  /** `onGone` hears of every adapter that was freed. */
  constructor(model: Model, maxBytes: number, onGone: (key: string) => void) {
    this.#model = model;
    this.#maxBytes = maxBytes;
    this.#onGone = onGone;
  }

  get count(): number {
    return this.#loaded.size;
  }

  /**
   * Throws `not_found` when the folder is not there any more, and `invalid` naming folder and file when it is damaged
   * or does not fit the base model.
   */
  lease(key: string, folder: string): AdapterLease {
    const loaded = this.#loaded.get(key) ?? this.#load(key, folder);
    this.#loaded.delete(key);
    this.#loaded.set(key, loaded);
    loaded.users += 1;
    this.#makeRoom();
    let isReleased = false;
    return {
      adapter: loaded.adapter,
      release: () => {
        if (isReleased) return;
        isReleased = true;
        loaded.users -= 1;
        if (loaded.users === 0 && loaded.isRetired) this.#free(key, loaded);
        else this.#makeRoom();
      },
    };
  }

  /** Lets an adapter go as soon as nobody uses it. */
  retire(key: string): void {
    const loaded = this.#loaded.get(key);
    if (loaded === undefined) return;
    loaded.isRetired = true;
    if (loaded.users === 0) this.#free(key, loaded);
  }

  #load(key: string, folder: string): Loaded {
    const files = peftFileNames.map((name): AdapterFile => ({
      name,
      bytes: readBytes(key, folder, name),
    }));
    for (;;) {
      try {
        const adapter = readPeft(files, this.#model);
        return { adapter, bytes: adapter.tensors.count * 4, users: 0, isRetired: false };
      } catch (error) {
        const isFull = error instanceof EngineError && error.kind === "busy";
        if (isFull && this.#freeOldest()) continue;
        throw isFull ? error : damaged(folder, error);
      }
    }
  }

  /** Frees the oldest that nobody uses; false when there is none. */
  #freeOldest(): boolean {
    for (const [key, loaded] of this.#loaded) {
      if (loaded.users > 0) continue;
      this.#free(key, loaded);
      return true;
    }
    return false;
  }

  #makeRoom(): void {
    let bytes = 0;
    for (const loaded of this.#loaded.values()) bytes += loaded.bytes;
    for (const [key, loaded] of this.#loaded) {
      if (bytes <= this.#maxBytes) return;
      if (loaded.users > 0) continue;
      bytes -= loaded.bytes;
      this.#free(key, loaded);
    }
  }

  #free(key: string, loaded: Loaded): void {
    this.#loaded.delete(key);
    loaded.adapter.free();
    this.#onGone(key);
  }
}

function damaged(folder: string, error: unknown): unknown {
  if (!(error instanceof EngineError)) return error;
  const { kind, message } = error;
  return new EngineError(kind, `the published adapter in ${folder} cannot be used: ${message}`, {
    cause: error,
  });
}

function readBytes(key: string, folder: string, name: string): Uint8Array {
  const path = join(folder, name);
  try {
    return readFileSync(path);
  } catch (cause) {
    // It may have been retired since the call was let in: then the folder goes as a whole.
    if (!existsSync(folder)) {
      throw new EngineError("not_found", `the published adapter ${key} was retired`, { cause });
    }
    throw new EngineError(
      "invalid",
      `the published adapter in ${folder} cannot be read: ${name} is missing or unreadable; retire it and publish it again`,
      { cause },
    );
  }
}
