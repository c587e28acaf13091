import { isTrained, type PolicyDatum } from "@heddle/engine/losses";
import type { WorkContext } from "../../jobs/job-work.ts";

/** What a job's change is measured on: some sequences, and their log probabilities under the weights it began with. */
export interface Probe {
  readonly data: readonly PolicyDatum[];
  /** [data][N] */
  readonly before: readonly Float32Array[];
}

/** Enough tokens for a number that tells a change from none; a pass over more would be felt in a small job. */
const probeTokens = 256;

/** The first sequences of a row: one at least, and more up to so many tokens. */
export function probeOf(row: readonly PolicyDatum[], before: readonly Float32Array[]): Probe {
  let tokens = 0;
  const data = row.filter(({ inputTokens }, index) => {
    tokens += inputTokens.length;
    return index === 0 || tokens <= probeTokens;
  });
  return {
    data,
    before: row.flatMap((one, index) => (data.includes(one) ? [before[index]!] : [])),
  };
}

/** How far the weights of now have moved the log probabilities of a probe's trained tokens: root of the mean square. */
export async function policyChange(
  { data, before }: Probe,
  { engine, handle, signal }: WorkContext,
): Promise<number> {
  const tokens = data.map(({ inputTokens, targetTokens }) => ({ inputTokens, targetTokens }));
  const { logprobs } = await engine.forward(handle, tokens, { signal });
  let squares = 0;
  let positions = 0;
  for (const [index, datum] of data.entries()) {
    for (const [t, p] of (logprobs[index] ?? new Float32Array()).entries()) {
      if (!isTrained(datum, t)) continue;
      squares += (p - (before[index]?.[t] ?? Number.NaN)) ** 2;
      positions += 1;
    }
  }
  return Math.sqrt(squares / positions);
}
