import type { Bench } from "../bench.ts";
import { runEngineProgram, type Score, skippedNote } from "../engine/program.ts";
import { figure, type Table } from "../report/table.ts";

/** The output of `packages/engine/bench/kernels.ts`. */
interface ProductTimes {
  readonly kernel: "matmul" | "matmulRows";
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly scores: Readonly<Record<"heddle", Score>> &
    Partial<Readonly<Record<"other" | "jax", Score>>>;
}

/** Measures the engine's matrix products, in turns with other implementations. */
export function measureEngineKernels(bench: Bench): Promise<ProductTimes[]> {
  return runEngineProgram(bench, "kernels.ts", ["prototype", "quick"]);
}

export function engineKernelsTable(products: readonly ProductTimes[]): Table {
  const ratio = (score: Score | undefined): string =>
    score === undefined ? "" : figure(score.timesFirst);
  return {
    name: "engine-kernels",
    columns: ["product", "µs", "GFLOP/s", "times the other engine", "times @jax-js/jax"],
    rows: products.map(({ kernel, m, n, k, scores }) => [
      `${kernel === "matmul" ? "blocked" : "by rows"}, ${m} × ${k} · ${k} × ${n}`,
      figure(scores.heddle.ms * 1000),
      figure((2 * m * n * k) / scores.heddle.ms / 1e6),
      ratio(scores.other),
      ratio(scores.jax),
    ]),
    notes: [
      "One thread; tenth percentiles of short rounds in turns. Above 16 rows the other engine's products by rows are blocked ones, whose bits depend on the batch.",
      ...skippedNote(products.map(({ scores }) => scores)),
    ],
  };
}
