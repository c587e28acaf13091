import type { Bench } from "../bench.ts";
import { runEngineProgram, type Score, skippedNote } from "../engine/program.ts";
import { figure, megabytes, type Table, whole } from "../report/table.ts";
import { beforeColumns, beforeNote, beforeRatios } from "./engine-before.ts";

/** The output of `packages/engine/bench/train.ts`. */
interface TrainingReport {
  readonly tiny: readonly {
    readonly trained: "full" | "lora";
    readonly threads: number;
    readonly tokens: number;
    readonly scores: Readonly<Record<"bare", Score>> &
      Partial<Readonly<Record<"engine" | "other" | "beforeBare" | "beforeEngine" | "jax", Score>>>;
  }[];
  readonly medium: MediumStep | null;
  readonly mediumBefore: MediumStep | null;
}

interface MediumStep {
  readonly tokens: number;
  readonly stepMs: readonly number[];
  readonly peakBytes: number;
}

/** Measures steps of training, by the model alone and through the whole engine. */
export function measureEngineTrain(bench: Bench): Promise<TrainingReport> {
  return runEngineProgram(bench, "train.ts", ["prototype", "before", "quick"]);
}

export function engineTrainTable(
  { tiny, medium, mediumBefore }: TrainingReport,
  bench: Bench,
): Table {
  return {
    name: "engine-train",
    columns: [
      "what is trained, threads",
      "model alone, tokens/s",
      "whole engine, tokens/s",
      "alone, times the other engine",
      "whole, times the other engine",
      "alone, times @jax-js/jax",
      ...beforeColumns(tiny.map(({ scores }) => scores)),
    ],
    rows: tiny.map(({ trained, threads, tokens, scores }) => {
      const { bare, engine, other, jax } = scores;
      const speed = (score: Score | undefined): string =>
        score === undefined ? "" : whole((tokens / score.ms) * 1000);
      const ratio = (to: Score | undefined, score: Score | undefined): string =>
        to === undefined || score === undefined ? "" : figure(to.ms / score.ms);
      const what = trained === "full" ? "all weights" : "adapter of rank 8";
      return [
        `${what}, ${threads === 1 ? "1 thread" : `${threads} threads`}`,
        speed(bare),
        speed(engine),
        ratio(other, bare),
        ratio(other, engine),
        ratio(jax, bare),
        ...beforeRatios(scores),
      ];
    }),
    notes: [
      "4 layers, 8 sequences of 128 tokens a step, optimizer included; tenth percentiles of turns in one process.",
      ...(medium === null
        ? []
        : [
            `A step of the adapter on 135 million parameters, ${medium.tokens} tokens in 4 sequences, whole engine with a thread for each core: ${figure(Math.min(...medium.stepMs) / 1000)} s; the process held ${megabytes(medium.peakBytes)} MB at most.`,
          ]),
      ...(mediumBefore === null
        ? []
        : [
            `That step took ${figure(Math.min(...mediumBefore.stepMs) / 1000)} s before, with ${megabytes(mediumBefore.peakBytes)} MB at most.`,
          ]),
      ...beforeNote(bench),
      ...skippedNote(tiny.map(({ scores }) => scores)),
    ],
  };
}
