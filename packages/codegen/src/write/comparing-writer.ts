import { join } from "node:path";
import { textOf } from "./folder-writer.ts";
import type { StaleFiles } from "./stale-files.ts";
import { onDisk } from "./writer.ts";
import type { GeneratedFile, Writer } from "./writer.ts";

/** Compares files with the files in a folder instead of writing them. */
export class ComparingWriter implements Writer {
  readonly #root: string;
  readonly #expected = new Set<string>();
  readonly #differences: string[] = [];

  constructor(root: string) {
    this.#root = root;
  }

  async write({ path, text }: GeneratedFile): Promise<void> {
    this.#expected.add(path);
    const file = join(this.#root, path);
    const found = await onDisk(file, () => textOf(file));
    if (found === undefined) this.#differences.push(`missing: ${path}`);
    else if (found !== text) this.#differences.push(`differs: ${path}`);
  }

  /** Marks files as correct without reading them. */
  keep(paths: readonly string[]): void {
    for (const path of paths) this.#expected.add(path);
  }

  /** Files that differ or are missing, and files in the generated folders that no output makes. */
  async differences(stale: StaleFiles): Promise<string[]> {
    const paths = await stale.besides(this.#root, this.#expected);
    return [...this.#differences, ...paths.map((path) => `stale: ${path}`)].sort();
  }
}
