import type { Bench } from "../bench.ts";
import { runEngineProgram, type Score, skippedNote } from "../engine/program.ts";
import { figure, type Table, whole } from "../report/table.ts";
import { beforeColumns, beforeNote, beforeRatios } from "./engine-before.ts";
import { engineModelNames } from "./engine-model-names.ts";

/** The output of `packages/engine/bench/decode.ts`. */
interface DecodingTimes {
  readonly model: keyof typeof engineModelNames;
  readonly threads: number;
  readonly streams: number | null;
  readonly tokens: number;
  readonly scores: Readonly<Record<"bare", Score>> &
    Partial<Readonly<Record<"engine" | "other" | "beforeBare" | "beforeEngine" | "jax", Score>>>;
}

/** Measures streams and prompts, by the model alone and through the whole engine. */
export function measureEngineDecode(bench: Bench): Promise<DecodingTimes[]> {
  return runEngineProgram(bench, "decode.ts", ["prototype", "before", "quick"]);
}

export function engineDecodeTable(times: readonly DecodingTimes[], bench: Bench): Table {
  const isJax = ({ scores }: DecodingTimes): boolean => scores.jax !== undefined;
  const rows = times
    .filter((row) => !isJax(row))
    .map((row) => {
      const { model, threads, streams, tokens, scores } = row;
      const { bare, engine, other } = scores;
      const speed = (score: Score | undefined): string =>
        score === undefined ? "" : whole((tokens / score.ms) * 1000);
      const ratio = (score: Score | undefined): string =>
        score === undefined || other === undefined ? "" : figure(other.ms / score.ms);
      const withJax = times.find(
        (one) => isJax(one) && one.model === model && one.threads === threads,
      );
      const jax = streams === 1 ? withJax?.scores.jax : undefined;
      return [
        `${engineModelNames[model]}, ${jobName(streams, tokens)}, ${threads === 1 ? "1 thread" : `${threads} threads`}`,
        speed(bare),
        speed(engine),
        ratio(bare),
        ratio(engine),
        jax === undefined ? "" : figure(jax.timesFirst),
        ...beforeRatios(scores),
      ];
    });
  return {
    name: "engine-decode",
    columns: [
      "model, work, threads",
      "model alone, tokens/s",
      "whole engine, tokens/s",
      "alone, times the other engine",
      "whole, times the other engine",
      "alone, times @jax-js/jax",
      ...beforeColumns(times.map(({ scores }) => scores)),
    ],
    rows,
    notes: [
      "Tenth percentiles of turns in one process; for 135 million parameters the best of five.",
      ...beforeNote(bench),
      ...skippedNote(times.map(({ scores }) => scores)),
    ],
  };
}

function jobName(streams: number | null, tokens: number): string {
  if (streams === null) return `prompt of ${whole(tokens)}`;
  return streams === 1 ? "1 stream" : `${streams} streams`;
}
