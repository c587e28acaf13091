import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The inputs, outputs and messages of a generation. Input paths are absolute, output paths
 * relative.
 */
export interface Generated {
  readonly inputs: Readonly<Record<string, string>>;
  readonly outputs: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

/**
 * Remembers which outputs came from which inputs, so that a run with nothing to do takes a tenth of
 * a second. An entry counts only if the program, its options, and every input and output file are
 * byte for byte the same.
 */
export class UpToDate {
  readonly #folder: string;
  readonly #root: string;
  readonly #program: string;

  /** `program` identifies the program; outputs are relative to the folder `root`. */
  constructor(folder: string, root: string, program: string) {
    this.#folder = folder;
    this.#root = root;
    this.#program = program;
  }

  /** The last generation with these options, if all its inputs and outputs are unchanged. */
  find(options: unknown): Generated | undefined {
    const generated = this.#read(options);
    if (generated === undefined) return undefined;
    const isSame = ([path, hash]: [string, string]): boolean => hashOfFile(path) === hash;
    const outputs = Object.entries(generated.outputs).map(([path, hash]): [string, string] => {
      return [join(this.#root, path), hash];
    });
    const stands = Object.entries(generated.inputs).every(isSame) && outputs.every(isSame);
    return stands ? generated : undefined;
  }

  /** Remembers a generation, if the folder can be written. */
  save(options: unknown, generated: Generated): void {
    try {
      this.#save(options, generated);
    } catch (error) {
      // Installed packages may be read-only, as in many images; then nothing is remembered.
      if (typeof (error as NodeJS.ErrnoException).code !== "string") throw error;
    }
  }

  #save(options: unknown, generated: Generated): void {
    mkdirSync(this.#folder, { recursive: true });
    const file = this.#file(options);
    // Renamed into place, because another run may read the file at the same time.
    const written = `${file}.${process.pid}`;
    writeFileSync(written, JSON.stringify({ program: this.#program, ...generated }));
    renameSync(written, file);
  }

  #read(options: unknown): Generated | undefined {
    try {
      const found: unknown = JSON.parse(readFileSync(this.#file(options), "utf8"));
      const generated = found as Generated & { readonly program: string };
      return generated.program === this.#program ? generated : undefined;
    } catch {
      // The entry was never written, is incomplete or has an older format: generate again.
      return undefined;
    }
  }

  #file(options: unknown): string {
    const key = JSON.stringify([this.#root, options]);
    return join(this.#folder, `${hashOf(key).slice(0, 24)}.json`);
  }
}

/** Hexadecimal SHA-256. */
export function hashOf(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The hash of a file, or of the names in a folder; `missing` if the path does not exist. */
export function hashOfFile(path: string): string {
  try {
    return hashOf(readFileSync(path));
  } catch (error) {
    const isFolder = (error as NodeJS.ErrnoException).code === "EISDIR";
    return isFolder ? hashOf(readdirSync(path).sort().join("\n")) : "missing";
  }
}
