import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Bench } from "../bench.ts";

/** What one run of a program took. */
export interface RunCost {
  /** From its start to its end. */
  readonly seconds: number;
  /** Of processor, of the program itself: not of processes that it starts. */
  readonly cpuS: number;
  /** The most memory that it held, resident. */
  readonly peakBytes: number;
  readonly output: string;
}

const hook = fileURLToPath(new URL("report-usage.ts", import.meta.url));

/** Runs a Node program to its end. Throws with its output where it fails. */
export async function measuredRun(
  { folder }: Bench,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<RunCost> {
  const usage = join(folder, `usage-${performance.now()}.json`);
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["--import", hook, ...args], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env, BENCH_USAGE: usage },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const [code] = (await once(child, "close")) as [number | null];
  const seconds = (performance.now() - startedAt) / 1000;
  if (code !== 0) throw new Error(`node ${args.join(" ")} ended with ${code}:\n${output}`);
  const { cpuS, peakBytes } = JSON.parse(await readFile(usage, "utf8")) as RunCost;
  return { seconds, cpuS, peakBytes, output };
}

/** Runs programs in turns, so that a busy machine slows all alike; the median of each by time. */
export async function inTurns<Name extends string>(
  rounds: number,
  programs: Readonly<Record<Name, () => Promise<RunCost>>>,
): Promise<Record<Name, RunCost>> {
  const names = Object.keys(programs) as Name[];
  const runs = Object.fromEntries(names.map((name) => [name, [] as RunCost[]])) as Record<
    Name,
    RunCost[]
  >;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) runs[name].push(await programs[name]());
  }
  return Object.fromEntries(names.map((name) => [name, middle(runs[name])])) as Record<
    Name,
    RunCost
  >;
}

function middle(runs: readonly RunCost[]): RunCost {
  const sorted = [...runs].sort((a, b) => a.seconds - b.seconds);
  const run = sorted[Math.floor(sorted.length / 2)];
  if (run === undefined) throw new Error("There were no runs.");
  return run;
}
