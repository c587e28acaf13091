import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Bench } from "../bench.ts";

/** One run of a program. */
export interface Run {
  /** Seconds from its start to its end. */
  readonly seconds: number;
  readonly output: string;
}

/** One run, with the resources that its process used. */
export interface RunCost extends Run {
  /** The peak of its resident memory, without the processes that it starts. */
  readonly peakBytes: number;
}

/** How to run a program. */
export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

const hook = fileURLToPath(new URL("report-usage.ts", import.meta.url));

/** Runs a Node program to its end. Throws with its output if it fails. */
export async function timedRun(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const [code] = (await once(child, "close")) as [number | null];
  const seconds = (performance.now() - startedAt) / 1000;
  if (code !== 0) throw new Error(`node ${args.join(" ")} ended with ${code}:\n${output}`);
  return { seconds, output };
}

/** The same for a program that stays in its process, with the resources that it used. */
export async function measuredRun(
  { folder }: Bench,
  args: readonly string[],
  options: RunOptions = {},
): Promise<RunCost> {
  const usage = join(folder, `usage-${performance.now()}.json`);
  const env = { ...options.env, BENCH_USAGE: usage };
  const run = await timedRun(["--import", hook, ...args], { ...options, env });
  const { peakBytes } = JSON.parse(await readFile(usage, "utf8")) as RunCost;
  return { ...run, peakBytes };
}

/**
 * Runs programs in turns, so that a busy machine slows all of them alike. Returns the median run of
 * each, by time.
 */
export async function inTurns<Name extends string, Cost extends Run>(
  rounds: number,
  programs: Readonly<Record<Name, () => Promise<Cost>>>,
): Promise<Record<Name, Cost>> {
  const names = Object.keys(programs) as Name[];
  const runs = Object.fromEntries(names.map((name) => [name, [] as Cost[]])) as Record<
    Name,
    Cost[]
  >;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) runs[name].push(await programs[name]());
  }
  return Object.fromEntries(names.map((name) => [name, middle(runs[name])])) as Record<Name, Cost>;
}

function middle<Cost extends Run>(runs: readonly Cost[]): Cost {
  const sorted = [...runs].sort((a, b) => a.seconds - b.seconds);
  const run = sorted[Math.floor(sorted.length / 2)];
  if (run === undefined) throw new Error("There were no runs.");
  return run;
}
