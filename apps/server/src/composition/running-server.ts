import type { LocalKey } from "../access/first-key.ts";

/** A server that listens. */
export interface RunningServer {
  /** With the real port: `http://127.0.0.1:4777`. */
  readonly url: string;
  /** The key of the entity `local`, where its file still holds one that works. */
  readonly localKey: LocalKey | undefined;
  /** Finishes what is under way, flushes what was accepted, and closes the stores. */
  close(): Promise<void>;
}
