import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";

/**
 * Runs a program of this folder, or the one at an absolute path, in a process of its own, for its memory's sake, and parses
 * what it prints.
 */
export async function runMeasured<Result>(
  name: string,
  ...args: readonly string[]
): Promise<Result> {
  const program = resolve(import.meta.dirname, name);
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args]);
  return JSON.parse(stdout) as Result;
}
