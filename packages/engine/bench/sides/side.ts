import { type ChildProcessByStdio, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

/** Work that every side can do, with all its tokens: no side makes up its own. */
export type SideJob =
  /** Streams that begin with a token each and go on by `tokens`, always the likeliest. */
  | { readonly kind: "decode"; readonly first: readonly number[]; readonly tokens: number }
  /** A prompt, none of it seen before, up to its first new token. */
  | { readonly kind: "prompt"; readonly prompt: readonly number[] }
  /** One step of an adapter: forward, backward, clipping, AdamW. */
  | {
      readonly kind: "train";
      readonly inputTokens: readonly (readonly number[])[];
      readonly targetTokens: readonly (readonly number[])[];
    };

/** What one run of a job took. */
export interface SideTimes {
  readonly ms: number;
  /** Processor time of all threads of the side's process. */
  readonly cpuMs: number;
}

/**
 * A process that answers each line of JSON on its standard input by one on its standard output, in order:
 * `{"job", "repeats"}` by what they took together, `{"score"}` by the log-probabilities of tokens from the second on.
 */
export class Side {
  readonly name: string;
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #lines: AsyncIterator<string>;
  /** The end of what it said on standard error, for when its answer is missing. */
  #complaints = "";

  constructor(name: string, [command = "", ...args]: readonly string[]) {
    this.name = name;
    this.#child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"] });
    const complain = (what: unknown): void => {
      this.#complaints = `${this.#complaints}${String(what)}`.slice(-4000);
    };
    this.#child.stderr.setEncoding("utf8").on("data", complain);
    this.#child.on("error", complain);
    this.#child.stdin.on("error", complain);
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]();
  }

  /** Does a job so many times in a row; the figures are of one. */
  async run(job: SideJob, repeats: number): Promise<SideTimes> {
    const { ms, cpuMs } = await this.#ask<SideTimes>({ job, repeats });
    return { ms: ms / repeats, cpuMs: cpuMs / repeats };
  }

  /** The log-probabilities of tokens from the second on. */
  score(tokens: readonly number[]): Promise<number[]> {
    return this.#ask<number[]>({ score: tokens });
  }

  /** Lets the process end. */
  async close(): Promise<void> {
    this.#child.stdin.end();
    if (this.#child.exitCode === null && this.#child.signalCode === null)
      await new Promise((resolve) => this.#child.once("close", resolve));
  }

  async #ask<Answer>(request: object): Promise<Answer> {
    this.#child.stdin.write(`${JSON.stringify(request)}\n`);
    const { value, done } = await this.#lines.next();
    if (done === true)
      throw new Error(`${this.name} ended without an answer:\n${this.#complaints}`);
    return JSON.parse(value) as Answer;
  }
}
