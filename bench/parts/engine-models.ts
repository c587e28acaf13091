import type { Bench } from "../bench.ts";
import { runEngineProgram } from "../engine/program.ts";
import { figure, megabytes, type Table, whole } from "../report/table.ts";

/** The output of `packages/engine/bench/measured/serving.ts`. */
interface Serving {
  readonly openMs: number;
  readonly loadMs: number;
  readonly usedBytes: number;
  readonly streamTokensPerS: number;
  readonly eightTokensPerS: number;
  readonly promptTokensPerS: number;
}

/** Measures models of well-known shapes with untrained weights, by their names. */
export function measureEngineModels(bench: Bench): Promise<Readonly<Record<string, Serving>>> {
  return runEngineProgram(bench, "known-models.ts", ["quick"]);
}

export function engineModelsTable(models: Readonly<Record<string, Serving>>): Table {
  return {
    name: "engine-models",
    columns: [
      "shape of",
      "memory, MB",
      "first request, s",
      "1 stream, tokens/s",
      "8 streams, tokens/s",
      "prompt, tokens/s",
    ],
    rows: Object.entries(models).map(([name, one]) => [
      name,
      megabytes(one.usedBytes),
      figure(one.loadMs / 1000),
      figure(one.streamTokensPerS),
      figure(one.eightTokensPerS),
      whole(one.promptTokensPerS),
    ]),
    notes: [
      "Untrained weights of the same shape in BF16, in the page cache; one process each, a thread for each core. The prompt has 256 tokens.",
    ],
  };
}
