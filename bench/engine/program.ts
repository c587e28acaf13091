import { fileURLToPath } from "node:url";
import type { Bench } from "../bench.ts";
import { timedRun } from "../processes/measured-run.ts";

/** A contestant's result: see `packages/engine/bench/contest.ts`. */
export interface Score {
  readonly ms: number;
  readonly timesFirst: number;
}

/** Runs a program of `packages/engine/bench` and parses what it prints. */
export async function runEngineProgram<Result>(
  { quick, prototypeFolder }: Bench,
  name: string,
  takes: { readonly prototype: boolean; readonly quick: boolean },
): Promise<Result> {
  const program = new URL(`../../packages/engine/bench/${name}`, import.meta.url);
  const { output } = await timedRun([
    fileURLToPath(program),
    ...(takes.prototype && prototypeFolder !== undefined ? [`--prototype=${prototypeFolder}`] : []),
    ...(takes.quick && quick ? ["--quick"] : []),
  ]);
  return JSON.parse(output) as Result;
}

/** The note of a table if no other engine took part. */
export function skippedNote(scores: readonly Readonly<Record<string, Score>>[]): string[] {
  return scores.some((score) => score["other"] !== undefined)
    ? []
    : ["Skipped: times the other engine (no `--prototype=FOLDER`)."];
}
