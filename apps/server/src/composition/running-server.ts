import type { LocalKey } from "../access/first-key.ts";

/** A name that stands for another model. */
export interface MappedName {
  readonly name: string;
  readonly standsFor: string;
}

/** A server that listens. */
export interface RunningServer {
  /** The address with the real port: `http://127.0.0.1:4777`. */
  readonly url: string;
  /** The key of the entity `local`, if its file still holds a working key. */
  readonly localKey: LocalKey | undefined;
  /** Names of models that stand for others. */
  readonly mapped: readonly MappedName[];
  /** Finishes the open requests, flushes all accepted writes, and closes the stores. */
  close(): Promise<void>;
}
