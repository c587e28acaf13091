import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keys } from "../../access/keys-sql.ts";
import { loadConfig, type RunningServer, startServer } from "../../index.ts";
import { openRecords } from "../../store/records/records.ts";

/** An answer of the training service. */
export interface TrainingAnswer<Body = Record<string, unknown>> {
  readonly status: number;
  readonly body: Body;
}

/** How a request is sent. */
export interface TrainingRequest {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the entity `acme`, which may write. */
  readonly by?: "acme" | "reader" | "elsewhere";
  /** Default: `/training/v1`. */
  readonly prefix?: string;
}

/** The name of the built-in model that real clients give, and its own. */
export const baseModel = "OpenPipe/Qwen3-14B-Instruct";

/** A whole server on a folder of its own, with keys of two entities. */
export class TrainingServer implements AsyncDisposable {
  readonly root: string;
  readonly keys: Readonly<Record<"acme" | "reader" | "elsewhere", string>>;
  #running: RunningServer | undefined;

  private constructor(root: string, running: RunningServer, keys: TrainingServer["keys"]) {
    this.root = root;
    this.#running = running;
    this.keys = keys;
  }

  static async start(): Promise<TrainingServer> {
    const root = await mkdtemp(join(tmpdir(), "heddle-training-"));
    const running = await startIn(root);
    const records = await openRecords({ file: recordsFileIn(root), migrate: false });
    const keys = new Keys(records);
    const acme = await keys.create({ entity: "acme", role: "write" });
    const reader = await keys.create({ entity: "acme", role: "read" });
    const elsewhere = await keys.create({ entity: "elsewhere", role: "admin" });
    await records.close();
    return new TrainingServer(root, running, {
      acme: acme.key,
      reader: reader.key,
      elsewhere: elsewhere.key,
    });
  }

  get url(): string {
    if (this.#running === undefined) throw new Error("The server is stopped.");
    return this.#running.url;
  }

  get recordsFile(): string {
    return recordsFileIn(this.root);
  }

  /** Sends a request; `path` stands behind the prefix of the service. */
  async ask<Body = Record<string, unknown>>(
    method: string,
    path: string,
    { body, headers, by = "acme", prefix = "/training/v1" }: TrainingRequest = {},
  ): Promise<TrainingAnswer<Body>> {
    const response = await fetch(this.url + prefix + path, {
      method,
      headers: {
        Authorization: `Bearer ${this.keys[by]}`,
        "Content-Type": "application/json",
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Body };
  }

  /** Stops the server while `work` has its folder, and starts it again. */
  async restart(work: () => Promise<void> = async () => {}): Promise<void> {
    await this.#running?.close();
    this.#running = undefined;
    await work();
    this.#running = await startIn(this.root);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#running?.close();
    await rm(this.root, { recursive: true, force: true });
  }
}

function recordsFileIn(root: string): string {
  return join(root, "data/records.db");
}

function startIn(root: string): Promise<RunningServer> {
  const models = `${baseModel}=heddle/loom`;
  const flags = { "data-dir": "data", port: "0", log: "silent", "engine-threads": "1", models };
  return startServer(loadConfig({ flags, env: {}, cwd: root }));
}
