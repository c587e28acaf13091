import { createHash } from "node:crypto";
import type { TrainingAnswer, TrainingServer } from "../../testing/training-server.ts";

type Sender = "acme" | "reader" | "elsewhere";

/** Sends the requests about artifacts that are no JSON. */
export class ArtifactClient {
  readonly #server: TrainingServer;

  constructor(server: TrainingServer) {
    this.#server = server;
  }

  /** Begins the next version of a name in the project `demo`. */
  async begin(name: string, members: object = {}): Promise<string> {
    const body = { project: "demo", name, ...members };
    const answer = await this.#server.ask("POST", "/preview/artifacts", { body });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer));
    return String(answer.body["id"]);
  }

  /** Puts a file; `path` is sent as it is. */
  async put(
    id: string,
    path: string,
    content: string | Uint8Array<ArrayBuffer>,
    headers: Readonly<Record<string, string>> = {},
    by: Sender = "acme",
  ): Promise<TrainingAnswer> {
    const response = await fetch(this.#files(id, path), {
      method: "PUT",
      headers: { Authorization: `Bearer ${this.#server.keys[by]}`, ...headers },
      body: content,
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  /** Reads a file. */
  async get(id: string, path: string, by: Sender = "acme"): Promise<[number, string]> {
    const headers = { Authorization: `Bearer ${this.#server.keys[by]}` };
    const response = await fetch(this.#files(id, path), { headers });
    return [response.status, await response.text()];
  }

  /** Sends a form. */
  async upload(
    fields: Readonly<Record<string, string>>,
    files: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<TrainingAnswer> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const [path, text] of Object.entries(files)) form.append("files", new File([text], path));
    const response = await fetch(`${this.#server.url}/training/v1/preview/artifacts/upload`, {
      method: "POST",
      headers: { Authorization: `Bearer ${this.#server.keys.acme}`, ...headers },
      body: form,
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  #files(id: string, path: string): string {
    return `${this.#server.url}/training/v1/preview/artifacts/${id}/files/${path}`;
  }
}

/** MD5 in base64. */
export function md5(text: string | Uint8Array): string {
  return createHash("md5").update(text).digest("base64");
}
