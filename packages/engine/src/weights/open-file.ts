import { closeSync, fstatSync, openSync, readSync } from "node:fs";

import { EngineError } from "../errors.ts";

/** A file that is read piece by piece. */
export interface OpenFile {
  readonly path: string;
  readonly bytes: number;
  /** Fills `into` from `offset` on. Throws `invalid` when the file ends before. */
  read(offset: number, into: Uint8Array): void;
  close(): void;
}

/** Throws `not_found` when the file cannot be opened, with the reason. */
export function openFile(path: string): OpenFile {
  const handle = attempt(path, "cannot be opened", () => openSync(path, "r"));
  return {
    path,
    bytes: attempt(path, "cannot be measured", () => fstatSync(handle).size),
    read(offset, into) {
      let filled = 0;
      while (filled < into.length) {
        const position = offset + filled;
        const count = attempt(path, "cannot be read", () =>
          readSync(handle, into, filled, into.length - filled, position),
        );
        if (count === 0) {
          throw new EngineError("invalid", `${path} ends at ${position}, within its data.`);
        }
        filled += count;
      }
    },
    close: () => closeSync(handle),
  };
}

function attempt<Result>(path: string, failure: string, action: () => Result): Result {
  try {
    return action();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new EngineError("not_found", `${path} ${failure}: ${reason}`, { cause });
  }
}
