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

/** Settings of a server, as its command line has them. */
export type Flags = Readonly<Record<string, string>>;

/** The name of the built-in model that real clients give, and its own. */
export const baseModel = "OpenPipe/Qwen3-14B-Instruct";

/** A whole server on a folder of its own, with keys of two entities. */
export class TrainingServer implements AsyncDisposable {
  readonly root: string;
  readonly keys: Readonly<Record<"acme" | "reader" | "elsewhere", string>>;
  readonly #flags: Flags;
  #running: RunningServer | undefined;

  private constructor(
    { root, flags }: { root: string; flags: Flags },
    running: RunningServer,
    keys: TrainingServer["keys"],
  ) {
    this.root = root;
    this.#flags = flags;
    this.#running = running;
    this.keys = keys;
  }

  /** `flags` are those beside the ones that every server of a test has. */
  static async start(flags: Flags = {}): Promise<TrainingServer> {
    const root = await mkdtemp(join(tmpdir(), "heddle-training-"));
    const running = await startIn(root, flags);
    const records = await openRecords({ file: recordsFileIn(root), migrate: false });
    const keys = new Keys(records);
    const acme = await keys.create({ entity: "acme", role: "write" });
    const reader = await keys.create({ entity: "acme", role: "read" });
    const elsewhere = await keys.create({ entity: "elsewhere", role: "admin" });
    await records.close();
    return new TrainingServer({ root, flags }, running, {
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

  /** Stops the server while `work` has its folder, and starts it again, with further flags. */
  async restart(work: () => Promise<void> = async () => {}, flags: Flags = {}): Promise<void> {
    await this.#running?.close();
    this.#running = undefined;
    await work();
    this.#running = await startIn(this.root, { ...this.#flags, ...flags });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#running?.close();
    await rm(this.root, { recursive: true, force: true });
  }
}

function recordsFileIn(root: string): string {
  return join(root, "data/records.db");
}

function startIn(root: string, more: Flags): Promise<RunningServer> {
  const models = `${baseModel}=heddle/loom`;
  const flags = {
    "data-dir": "data",
    port: "0",
    log: process.env["HEDDLE_TEST_LOG"] ?? "silent",
    "engine-threads": "1",
    models,
    "training-data-folders": ".",
    ...more,
  };
  return startServer(loadConfig({ flags, env: {}, cwd: root }));
}
