import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { readHolder } from "../../data-folder/holder.ts";

/** Options for the start of a process. */
export interface HeddleProcessOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The user and the group that it runs as. */
  readonly id?: number;
  /** The file that takes its standard error, instead of `err`. */
  readonly errorFile?: string;
}

/** The file that a user runs. */
export const program: string = fileURLToPath(new URL("../../../bin/heddle.js", import.meta.url));

/** `heddle` as a user starts it in a terminal: in its own process group. */
export class HeddleProcess {
  readonly #child: ChildProcess;
  readonly #out: Readable;
  readonly #err: Readable;
  readonly #exited: Promise<number | null>;
  out = "";
  err = "";

  constructor(args: readonly string[], options: HeddleProcessOptions = {}) {
    const { env, id, errorFile } = options;
    const errors = errorFile === undefined ? "pipe" : openSync(errorFile, "a");
    this.#child = spawn(process.execPath, [program, ...args], {
      stdio: ["ignore", "pipe", errors],
      env: { PATH: process.env["PATH"], ...env },
      detached: true,
      ...(id !== undefined && { uid: id, gid: id }),
    });
    if (typeof errors === "number") closeSync(errors);
    this.#out = this.#child.stdout ?? new PassThrough();
    this.#err = this.#child.stderr ?? new PassThrough();
    this.#out.setEncoding("utf8").on("data", (text: string) => (this.out += text));
    this.#err.setEncoding("utf8").on("data", (text: string) => (this.err += text));
    // `close` comes after the end of the streams, which the server writes to as well.
    this.#exited = once(this.#child, "close").then(([status]) => status as number | null);
  }

  /** Id of the started process; with `start`, that is the server's parent. */
  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The address that it listens on, as it prints it. */
  async listening(): Promise<string> {
    const said = (): string | undefined => /listening on (\S+)/.exec(this.out)?.[1];
    while (said() === undefined) {
      const more = once(this.#out, "data").then(() => true);
      if (!(await Promise.race([more, this.#exited.then(() => false)])) && said() === undefined) {
        throw new Error(`heddle ended before it listened: ${this.err}`);
      }
    }
    return said() ?? "";
  }

  /** Resolves when it has written something to standard error. */
  async complained(text: string): Promise<void> {
    while (!this.err.includes(text)) {
      const more = once(this.#err, "data").then(() => true);
      if (
        !(await Promise.race([more, this.#exited.then(() => false)])) &&
        !this.err.includes(text)
      ) {
        throw new Error(`heddle ended without "${text}": ${this.err}`);
      }
    }
  }

  /** Id of the process that has the port and the data, once it listens. */
  serverPid(dataDir: string): number | undefined {
    const holder = readHolder(dataDir);
    return holder?.address === undefined ? undefined : holder.pid;
  }

  /** Resident memory of the process that was started, in MB (Linux). */
  residentMb(): number {
    const status = readFileSync(join("/proc", String(this.pid), "status"), "utf8");
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1000;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Sends a signal to the whole process group, as a terminal does. */
  killGroup(signal: NodeJS.Signals): void {
    try {
      process.kill(-this.pid, signal);
    } catch (error) {
      // ESRCH: it has already ended.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }

  /** Its exit status, once it and the server have ended. */
  exited(): Promise<number | null> {
    return this.#exited;
  }
}
