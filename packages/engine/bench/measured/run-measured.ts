import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Runs a program of this folder in a process of its own, for its memory's sake, and parses what it prints. */
export async function runMeasured<Result>(
  name: string,
  ...args: readonly string[]
): Promise<Result> {
  const program = fileURLToPath(new URL(name, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args]);
  return JSON.parse(stdout) as Result;
}
