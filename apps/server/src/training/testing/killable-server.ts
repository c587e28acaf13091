import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { HeddleProcess } from "../../cli/testing/heddle-process.ts";

/** A started server in a folder of its own, which tests kill and which its parent starts again. */
export class KillableServer {
  readonly folder: string;
  readonly #heddle: HeddleProcess;
  #url = "";
  #key = "";

  private constructor(folder: string, flags: readonly string[]) {
    this.folder = folder;
    const own = ["--data-dir", join(folder, "data"), "--port", "0"];
    this.#heddle = new HeddleProcess(["start", ...own, ...flags]);
  }

  /** Starts it, with `flags` that may depend on the folder of the test. */
  static async start(
    flags: (folder: string) => readonly string[] = () => [],
  ): Promise<KillableServer> {
    const folder = await mkdtemp(join(tmpdir(), "heddle-killed-"));
    const server = new KillableServer(folder, flags(folder));
    server.#url = await server.#heddle.listening();
    server.#key = (await readFile(join(server.dataDir, "api-key"), "utf8")).trim();
    return server;
  }

  get dataDir(): string {
    return join(this.folder, "data");
  }

  /** The body of an answer: of a POST with `body`, of a GET without. Throws for any status but 2xx. */
  async ask<Body>(path: string, body?: object): Promise<Body> {
    const answer = await this.fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers: { "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Body;
  }

  /** Any request, with the key of the server. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("Authorization", `Bearer ${this.#key}`);
    return await fetch(this.#url + path, { ...init, headers });
  }

  /** Its process id; waits until it is another one than `before`, when the server was killed. */
  async pid(before?: number): Promise<number> {
    const pid = (): number | undefined => this.#heddle.serverPid(this.dataDir);
    return await vi.waitFor(
      () => {
        const now = pid();
        if (now === undefined || now === before)
          throw new Error(`No server has followed ${before ?? "none"} in ${this.dataDir}.`);
        return now;
      },
      { timeout: 240_000, interval: 20 },
    );
  }

  /** Kills the server and waits until its parent has started another. */
  async kill(): Promise<void> {
    const pid = await this.pid();
    process.kill(pid, "SIGKILL");
    await this.pid(pid);
  }

  /** Ends it with its parent and removes its folder. */
  async close(): Promise<void> {
    this.#heddle.killGroup("SIGKILL");
    await this.#heddle.exited();
    await rm(this.folder, { recursive: true, force: true });
  }
}
