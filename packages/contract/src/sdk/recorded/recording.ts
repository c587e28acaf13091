import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";

/** One request that an SDK sent. Its texts have placeholders for what differs between runs. */
export interface RecordedRequest {
  readonly path: string;
  readonly body: string;
}

/** Reads a recording: lines with `#`, then blocks of `POST <path>` and a body. */
export async function readRecording(name: string): Promise<RecordedRequest[]> {
  const text = await readFile(new URL(`${name}.http`, import.meta.url), "utf8");
  return [...text.matchAll(/^POST (\S+)\n(.+)$/gm)].map(([, path = "", body = ""]) => ({
    path,
    body,
  }));
}

/** Fills the placeholders of one run. */
export class Placeholders {
  readonly #project: string;
  readonly #ids = new Map<string, string>();
  readonly #digests = new Map<string, string>();

  constructor(project: string) {
    this.#project = project;
  }

  /** @throws if a text names the digest of an object that was not published. */
  fill({ path, body }: RecordedRequest): RecordedRequest {
    return { path: this.#filled(path), body: this.#filled(body) };
  }

  /** Takes the digest of a published object for `{digest of <name>}`. */
  published(name: string, digest: string): void {
    this.#digests.set(name, digest);
  }

  #filled(text: string): string {
    return text
      .replaceAll("{project}", this.#project)
      .replaceAll(/\{id (\d+)\}/g, (_whole, number: string) => {
        const id = this.#ids.get(number) ?? randomUUID();
        this.#ids.set(number, id);
        return id;
      })
      .replaceAll(/\{digest of ([\w.-]+)\}/g, (_whole, name: string) => {
        const digest = this.#digests.get(name);
        if (digest === undefined) throw new Error(`${name} was not published`);
        return digest;
      });
  }
}
