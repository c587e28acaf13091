import { statSync } from "node:fs";

/** The states of some files, present or missing, to find out later whether any of them changed. */
export class FileStates {
  readonly #states = new Map<string, string>();

  /** Records the current state of a file, unless one is already recorded. */
  add(path: string): void {
    if (!this.#states.has(path)) this.#states.set(path, stateOf(path));
  }

  /** Records the current states of all files of another instance. */
  addAll(others: FileStates): void {
    for (const path of others.#states.keys()) this.add(path);
  }

  /** Whether any file differs from its recorded state. */
  haveChanged(): boolean {
    for (const [path, state] of this.#states) if (stateOf(path) !== state) return true;
    return false;
  }

  /** Records the current states of all files again. */
  renew(): void {
    for (const path of this.#states.keys()) this.#states.set(path, stateOf(path));
  }
}

function stateOf(path: string): string {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? "missing" : `${stats.mtimeNs} ${stats.size} ${stats.ino}`;
  } catch {
    // A parent folder became a file or cannot be read: for this program the file does not exist.
    return "missing";
  }
}
