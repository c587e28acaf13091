/** The options of the engine's process, passed as JSON in its only argument. */
export interface ChildOptions {
  /** The engine's folder. */
  readonly path: string;
  /** The socket that it listens on. */
  readonly socketPath: string;
  /** Most memory that the engine may allocate. */
  readonly memoryBytes: number;
  /** How long to wait for a process that still holds the folder. */
  readonly waitForFolderMs: number;
}

/** A message of the engine's process: one line of JSON on its standard output. */
export type ChildMessage =
  | { readonly event: "ready" }
  /** It cannot start, and ends: another process has the folder, or the platform has no engine. */
  | { readonly event: "refused"; readonly reason: "held"; readonly pid: number | undefined }
  | { readonly event: "refused"; readonly reason: "platform" };
