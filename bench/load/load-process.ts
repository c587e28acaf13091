import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Entries, Load, LoadFacts, LoadMessage, LoadOrder } from "./load.ts";

/**
 * `http` sends batches to a server, whose address and key are given; `raw` inserts rows through an
 * engine of its own in a folder.
 */
export type LoadKind = "http" | "raw";

const programs: Readonly<Record<LoadKind, string>> = {
  http: fileURLToPath(new URL("./http-load.ts", import.meta.url)),
  raw: fileURLToPath(new URL("./raw-load.ts", import.meta.url)),
};

/**
 * A process that puts load on a server or an engine, so that its own work is not measured with it.
 */
export class LoadProcess {
  readonly pid: number;
  readonly facts: LoadFacts;
  readonly #process: ChildProcess;

  private constructor(child: ChildProcess, facts: LoadFacts) {
    this.#process = child;
    this.facts = facts;
    this.pid = child.pid ?? 0;
  }

  static async start(
    kind: LoadKind,
    entries: Entries,
    args: readonly string[],
  ): Promise<LoadProcess> {
    const child = fork(programs[kind], [entries, ...args], { serialization: "advanced" });
    const message = await nextMessage(child);
    if (!("ready" in message)) throw new Error(`The ${kind} load did not begin.`);
    return new LoadProcess(child, message.ready);
  }

  async run(order: LoadOrder): Promise<Load> {
    this.#process.send(order);
    const message = await nextMessage(this.#process);
    if (!("done" in message)) throw new Error("The load began twice.");
    return message.done;
  }

  async close(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exited = once(this.#process, "exit");
    if (this.#process.connected) this.#process.disconnect();
    await exited;
  }
}

async function nextMessage(child: ChildProcess): Promise<LoadMessage> {
  const ended = new AbortController();
  const exited = once(child, "exit", { signal: ended.signal }).then(([code, signal]): never => {
    throw new Error(`The load process ended (code ${code}, signal ${signal}).`);
  });
  const said = once(child, "message", { signal: ended.signal }) as Promise<[LoadMessage]>;
  try {
    const [message] = await Promise.race([said, exited]);
    if ("failed" in message) throw new Error(message.failed);
    return message;
  } finally {
    void Promise.allSettled([said, exited]);
    ended.abort();
  }
}
