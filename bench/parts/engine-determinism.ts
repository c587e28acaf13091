import type { Bench } from "../bench.ts";
import { runEngineProgram } from "../engine/program.ts";
import { type Table, whole } from "../report/table.ts";

/** The output of `packages/engine/bench/determinism.ts`. */
interface Sameness {
  readonly threads: number;
  readonly batch: number;
  readonly requests: number;
  readonly tokens: number;
  readonly differingTokens: number;
  readonly differingLogprobs: number;
}

/** Measures whether other requests or threads change the result of a request. */
export function measureEngineDeterminism(bench: Bench): Promise<Sameness[]> {
  return runEngineProgram(bench, "determinism.ts", ["quick"]);
}

export function engineDeterminismTable(found: readonly Sameness[]): Table {
  return {
    name: "engine-determinism",
    columns: ["threads", "requests at once", "same tokens", "same log-probabilities", "differing"],
    rows: found.map(({ threads, batch, tokens, differingTokens, differingLogprobs }) => [
      String(threads),
      String(batch),
      differingTokens === 0 ? "yes" : "no",
      differingLogprobs === 0 ? "yes" : "no",
      `${whole(differingTokens)} + ${whole(differingLogprobs)} of ${whole(tokens)}`,
    ]),
    notes: [
      `${found[0]?.requests ?? 0} sampled requests with prompts of 1 to 158 tokens, against the same one after the other on one thread; log-probabilities are compared by their bits.`,
    ],
  };
}
