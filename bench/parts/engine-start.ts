import type { Bench } from "../bench.ts";
import { runEngineProgram } from "../engine/program.ts";
import { median } from "../report/quantile.ts";
import { figure, megabytes, type Table, whole } from "../report/table.ts";

/** The output of `packages/engine/bench/measured/opening.ts`. */
interface Opening {
  readonly readyMs: number;
  readonly firstRequestMs: number;
  readonly firstTokenMs: readonly number[];
  readonly fromTextMs: readonly number[];
  readonly emptyBytes: number;
  readonly openBytes: number;
  readonly servingBytes: number;
  readonly bytesPerToken: number;
  readonly bytesPerModel: number;
  readonly bytesPerSampler: number;
}

/** The output of `packages/engine/bench/start.ts`: each opening is a process. */
interface StartReport {
  readonly builtIn: readonly Opening[];
  readonly medium: readonly Opening[];
}

/** Measures how soon an engine is ready, and what that costs. */
export function measureEngineStart(bench: Bench): Promise<StartReport> {
  return runEngineProgram(bench, "start.ts", ["quick"]);
}

export function engineStartTable({ builtIn, medium }: StartReport): Table {
  const row = (
    name: string,
    of: (opening: Opening) => number | readonly number[],
    shown: (value: number) => string,
  ): string[] => {
    const cell = (openings: readonly Opening[]): string =>
      openings.length === 0 ? "" : shown(median(openings.flatMap(of)));
    return [name, cell(builtIn), cell(medium)];
  };
  const kilobytes = (bytes: number): string => whole(bytes / 1000);
  return {
    name: "engine-start",
    columns: ["", "built-in", "135 million"],
    rows: [
      row("engine open, ms", (one) => one.readyMs, whole),
      row("first request ever to its first token, ms", (one) => one.firstRequestMs, whole),
      row("a prompt of 32 tokens to its first token, ms", (one) => one.firstTokenMs, figure),
      row("a text of 32 bytes to its first token, ms", (one) => one.fromTextMs, figure),
      row("resident before, MB", (one) => one.emptyBytes, megabytes),
      row("engine open, MB", (one) => one.openBytes, megabytes),
      row("has served, MB", (one) => one.servingBytes, megabytes),
      row("keys and values of a token, bytes", (one) => one.bytesPerToken, whole),
      row("adapter of rank 8 open for training, KB", (one) => one.bytesPerModel, kilobytes),
      row("adapter of rank 8 published, KB", (one) => one.bytesPerSampler, kilobytes),
    ],
    notes: [
      `Medians of ${builtIn.length} and ${medium.length} processes, of 30 requests in each. The first request loads tokenizer and weights: 135 million parameters are 270 MB in BF16 on disk, in the page cache.`,
    ],
  };
}
