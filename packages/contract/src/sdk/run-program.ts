import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface ProgramOptions {
  /** File name in `programs/`. */
  readonly name: string;
  readonly traceUrl: string;
  readonly apiKey: string;
  readonly project: string;
}

/** A user's program in a process of its own, with nothing but the documented variables set. */
export interface RunningProgram {
  /** The one JSON value that the program reports; rejects with its output if it fails. */
  readonly result: Promise<unknown>;
  /** What it has printed so far. */
  output(): string;
  /** What it has printed to standard error so far. */
  errors(): string;
}

/** Starts a program with an unmodified SDK in it. */
export async function runProgram(options: ProgramOptions): Promise<RunningProgram> {
  const home = await mkdtemp(join(tmpdir(), "heddle-sdk-"));
  const file = fileURLToPath(new URL(`programs/${options.name}`, import.meta.url));
  const child = spawn(process.execPath, [file, options.project], {
    cwd: home,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      PATH: process.env["PATH"],
      HOME: home,
      WANDB_API_KEY: options.apiKey,
      WF_TRACE_SERVER_URL: options.traceUrl,
    },
  });
  let [printed, errors] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (printed += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
    errors += text;
  });
  let value: unknown;
  child.on("message", (message) => (value = message));
  const finish = async (): Promise<unknown> => {
    // Its last message may come after its exit, never after its close.
    const [code] = (await once(child, "close")) as [number | null];
    if (code !== 0) throw new Error(`${options.name} ended with ${code}:\n${printed}`);
    if (value === undefined) throw new Error(`${options.name} left nothing:\n${printed}`);
    return value;
  };
  return { result: finish(), output: () => printed, errors: () => errors };
}
