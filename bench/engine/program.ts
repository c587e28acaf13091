import { fileURLToPath } from "node:url";
import type { Bench } from "../bench.ts";
import { timedRun } from "../processes/measured-run.ts";

/** A contestant's result: see `packages/engine/bench/contest.ts`. */
export interface Score {
  readonly ms: number;
  readonly timesFirst: number;
  readonly cpuMs: number;
}

/** An option that a program of `packages/engine/bench` takes. */
type EngineOption = "prototype" | "before" | "python" | "node" | "quick";

/** Runs a program of `packages/engine/bench` with the options that it takes, and parses what it prints. */
export async function runEngineProgram<Result>(
  bench: Bench,
  name: string,
  takes: readonly EngineOption[],
): Promise<Result> {
  const program = new URL(`../../packages/engine/bench/${name}`, import.meta.url);
  const given: Readonly<Record<EngineOption, string | undefined>> = {
    prototype: bench.prototypeFolder,
    before: bench.beforeFolder,
    python: bench.pythonFolder,
    node: bench.otherNode,
    quick: bench.quick ? "" : undefined,
  };
  const options = takes.flatMap((option) => {
    const value = given[option];
    if (value === undefined) return [];
    return [value === "" ? `--${option}` : `--${option}=${value}`];
  });
  const { output } = await timedRun([fileURLToPath(program), ...options]);
  return JSON.parse(output) as Result;
}

/** The note of a table if no other engine took part. */
export function skippedNote(scores: readonly Readonly<Record<string, Score>>[]): string[] {
  return scores.some((score) => score["other"] !== undefined)
    ? []
    : ["Skipped: times the other engine (no `--prototype=FOLDER`)."];
}
