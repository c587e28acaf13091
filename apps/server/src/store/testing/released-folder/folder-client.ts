import { createHash } from "node:crypto";
import { serialise } from "@heddle/server-kit";
import { type AnswerTree, readAnswer } from "./answer-tree.ts";

/** An answer's status, and its body without any loss. */
export interface FolderAnswer {
  readonly status: number;
  readonly body: AnswerTree;
  /** The body as it came. */
  readonly text: string;
}

/** Sends requests to a server with one key. */
export class FolderClient {
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  /** Sends a body in which `json(text)` of the kit stands for JSON text. */
  async post(path: string, body: unknown): Promise<FolderAnswer> {
    const headers = { "content-type": "application/json" };
    return await this.#send(path, { headers, body: serialise(body) });
  }

  /** Sends a form with one file. */
  async postFile(
    path: string,
    project_id: string,
    name: string,
    file: Blob,
  ): Promise<FolderAnswer> {
    const body = new FormData();
    body.append("project_id", project_id);
    body.append("file", file, name);
    return await this.#send(path, { headers: {}, body });
  }

  /** Writes something, and returns the answer; throws if it was refused. */
  async write<T = unknown>(path: string, body: unknown): Promise<T> {
    return accepted(path, await this.post(path, body)) as T;
  }

  /** Stores a file, and returns its digest. */
  async writeFile(project_id: string, name: string, content: string): Promise<string> {
    const path = "/file/create";
    const answer = await this.postFile(path, project_id, name, new Blob([content]));
    return (accepted(path, answer) as { digest: string }).digest;
  }

  async #send(
    path: string,
    request: { readonly headers: Record<string, string>; readonly body: string | FormData },
  ): Promise<FolderAnswer> {
    const headers = { ...request.headers, authorization: `Bearer ${this.#key}` };
    const { body } = request;
    const response = await fetch(this.#url + path, { method: "POST", headers, body });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString("utf8");
    const type = response.headers.get("content-type") ?? "";
    return { status: response.status, body: readAnswer(jsonOf(type, bytes, text)), text };
  }
}

function accepted(path: string, { status, text }: FolderAnswer): unknown {
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}

/** The answer as one JSON text: lines become a list, and bytes become their hash. */
function jsonOf(type: string, bytes: Buffer, text: string): string {
  if (type.startsWith("application/jsonl")) {
    return `[${text.split("\n").filter(Boolean).join(",")}]`;
  }
  if (type.startsWith("application/json")) return text;
  const hash = createHash("sha256").update(bytes).digest("hex");
  return JSON.stringify(`sha256 ${hash} of ${bytes.length} bytes`);
}
