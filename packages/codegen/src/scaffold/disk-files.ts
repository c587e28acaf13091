import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ScaffoldFiles } from "./service-files.ts";

/** The files of a folder. A written file can be read at once, and is on the disk after `flush`. */
export class DiskFiles implements ScaffoldFiles {
  readonly #folder: string;
  readonly #written = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  read(file: string): string | undefined {
    const path = join(this.#folder, file);
    return this.#written.get(file) ?? (existsSync(path) ? readFileSync(path, "utf8") : undefined);
  }

  write(file: string, text: string): void {
    this.#written.set(file, text);
  }

  /** Writes all files; call it last, when only the disk can still fail. */
  flush(): void {
    for (const [file, text] of this.#written) {
      const path = join(this.#folder, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    this.#written.clear();
  }
}
