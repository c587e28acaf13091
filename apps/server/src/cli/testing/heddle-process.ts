import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";

/** `heddle`, started as a user starts it. */
export class HeddleProcess {
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  readonly #exited: Promise<number | null>;
  out = "";
  err = "";

  constructor(args: readonly string[], env: Record<string, string> = {}) {
    const main = new URL("../../main.ts", import.meta.url).pathname;
    this.#child = spawn(process.execPath, [main, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env["PATH"], ...env },
    });
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => (this.out += text));
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => (this.err += text));
    // Its streams have ended by then, so that nothing it said is missing.
    this.#exited = once(this.#child, "close").then(([status]) => status as number | null);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** The address that it listens on, as it prints it. */
  async listening(): Promise<string> {
    const said = (): string | undefined => /listening on (\S+)/.exec(this.out)?.[1];
    while (said() === undefined) {
      const more = once(this.#child.stdout, "data").then(() => true);
      if (!(await Promise.race([more, this.#exited.then(() => false)])) && said() === undefined) {
        throw new Error(`heddle ended before it listened: ${this.err}`);
      }
    }
    return said() ?? "";
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Its exit status, once it has ended. */
  exited(): Promise<number | null> {
    return this.#exited;
  }
}
