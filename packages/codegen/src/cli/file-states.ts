import { statSync } from "node:fs";

/** How some files are, whether they are there or not, to be compared with how they are later. */
export class FileStates {
  readonly #states = new Map<string, string>();

  /** Notes how a file is now, unless it has been noted. */
  add(path: string): void {
    if (!this.#states.has(path)) this.#states.set(path, stateOf(path));
  }

  /** Notes how the files are now that others are noted of. */
  addAll(others: FileStates): void {
    for (const path of others.#states.keys()) this.add(path);
  }

  /** Whether any of them is otherwise than it was noted. */
  haveChanged(): boolean {
    for (const [path, state] of this.#states) if (stateOf(path) !== state) return true;
    return false;
  }

  /** Notes all of them again. */
  renew(): void {
    for (const path of this.#states.keys()) this.#states.set(path, stateOf(path));
  }
}

function stateOf(path: string): string {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? "missing" : `${stats.mtimeNs} ${stats.size} ${stats.ino}`;
  } catch {
    // A folder on the way has become a file, or may not be read: for us it is not there.
    return "missing";
  }
}
