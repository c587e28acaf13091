import { join } from "node:path";
import { filesUnder } from "./files-under.ts";
import { textOf } from "./folder-writer.ts";
import type { GeneratedFile, Writer } from "./writer.ts";

/** Compares files with what lies in a folder instead of writing them. */
export class ComparingWriter implements Writer {
  readonly #root: string;
  readonly #expected = new Set<string>();
  readonly #differences: string[] = [];

  constructor(root: string) {
    this.#root = root;
  }

  async write({ path, text }: GeneratedFile): Promise<void> {
    this.#expected.add(path);
    const found = await textOf(join(this.#root, path));
    if (found === undefined) this.#differences.push(`missing: ${path}`);
    else if (found !== text) this.#differences.push(`differs: ${path}`);
  }

  /** What differs, is missing, or lies in the generated folders though nothing makes it. */
  async differences(folders: readonly string[]): Promise<string[]> {
    const present = await filesUnder(this.#root, folders);
    const stale = present.filter((path) => !this.#expected.has(path));
    return [...this.#differences, ...stale.map((path) => `stale: ${path}`)].sort();
  }
}
