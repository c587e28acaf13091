import { execFileSync } from "node:child_process";
import type { Bench } from "../bench.ts";
import type { Score } from "../engine/program.ts";
import { figure } from "../report/table.ts";

/** The scores of this checkout and of the other one, which has none without `--before`. */
type Scores = Partial<Readonly<Record<"bare" | "engine" | "beforeBare" | "beforeEngine", Score>>>;

/** The columns for the other checkout; none without one. */
export function beforeColumns(scores: readonly Scores[]): string[] {
  return scores.some(({ beforeBare }) => beforeBare !== undefined)
    ? [
        "alone, times before",
        "whole, times before",
        "alone, by processor time",
        "whole, by processor time",
      ]
    : [];
}

/** How many times as fast as the other checkout this one is. */
export function beforeRatios({ bare, engine, beforeBare, beforeEngine }: Scores): string[] {
  if (beforeBare === undefined) return [];
  const ratio = (of: "ms" | "cpuMs", before: Score | undefined, now: Score | undefined): string =>
    before === undefined || now === undefined ? "" : figure(before[of] / now[of]);
  return [
    ratio("ms", beforeBare, bare),
    ratio("ms", beforeEngine, engine),
    ratio("cpuMs", beforeBare, bare),
    ratio("cpuMs", beforeEngine, engine),
  ];
}

/** Says which commit was before. */
export function beforeNote({ beforeFolder }: Bench): string[] {
  if (beforeFolder === undefined) return [];
  const args = ["-C", beforeFolder, "rev-parse", "--short", "HEAD"];
  return [`Before is commit ${execFileSync("git", args, { encoding: "utf8" }).trim()}.`];
}
