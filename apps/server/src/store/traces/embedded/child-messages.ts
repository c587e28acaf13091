/** What the engine's process is told at its start, as its one argument. */
export interface ChildOptions {
  /** The engine's folder. */
  readonly path: string;
  /** Where it listens. */
  readonly socketPath: string;
  /** Cap on what the engine may allocate. */
  readonly memoryBytes: number;
  /** How long a process that still holds the folder is waited for. */
  readonly waitForFolderMs: number;
}

/** What it says on its standard output, a line each. */
export type ChildMessage =
  | { readonly event: "ready" }
  /** It cannot open the folder, and ends: another process has it, or this platform has no engine. */
  | { readonly event: "refused"; readonly reason: "held"; readonly pid: number | undefined }
  | { readonly event: "refused"; readonly reason: "platform" };
