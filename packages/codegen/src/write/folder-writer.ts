import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { StaleFiles } from "./stale-files.ts";
import { onDisk } from "./writer.ts";
import type { GeneratedFile, Writer } from "./writer.ts";

/**
 * Writes files into a folder. A file that is already correct is not written, so that watchers and
 * build caches see only real changes.
 *
 * Throws `UnwritableFile`.
 */
export class FolderWriter implements Writer {
  readonly #root: string;
  readonly #written = new Set<string>();
  #changes = 0;

  constructor(root: string) {
    this.#root = root;
  }

  /** The number of files that were written or removed so far. */
  get changes(): number {
    return this.#changes;
  }

  async write({ path, text }: GeneratedFile): Promise<void> {
    const file = join(this.#root, path);
    if (this.#written.has(path)) throw new Error(`two outputs would be written to ${path}`);
    this.#written.add(path);
    if ((await onDisk(file, () => textOf(file))) === text) return;
    await onDisk(file, async () => {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    });
    this.#changes++;
  }

  /** Marks files as correct without reading them. */
  keep(paths: readonly string[]): void {
    for (const path of paths) this.#written.add(path);
  }

  /** Removes generated files that were neither written nor kept in this run. */
  async removeStale(stale: StaleFiles): Promise<void> {
    for (const path of await stale.besides(this.#root, this.#written)) {
      const file = join(this.#root, path);
      await onDisk(file, () => rm(file));
      this.#changes++;
    }
  }
}

/** The text of a file, or `undefined` if it does not exist. */
export async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
