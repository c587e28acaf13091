import { isTrained, type PolicyDatum } from "@heddle/engine/losses";
import type { WorkContext } from "../../jobs/job-work.ts";

/**
 * Rows whose old log probabilities are those of the weights of now, before the first step. What the rollout recorded
 * stays beside them, for truncated importance sampling.
 */
export async function withTrainerLogprobs(
  rows: readonly (readonly PolicyDatum[])[],
  { engine, handle, signal }: WorkContext,
): Promise<readonly (readonly PolicyDatum[])[]> {
  const made: (readonly PolicyDatum[])[] = [];
  for (const row of rows) {
    const tokens = row.map(({ inputTokens, targetTokens }) => ({ inputTokens, targetTokens }));
    const { logprobs } = await engine.forward(handle, tokens, { signal });
    made.push(row.map((datum, index) => replaced(datum, logprobs[index] ?? new Float32Array())));
  }
  return made;
}

function replaced(datum: PolicyDatum, logprobs: Float32Array): PolicyDatum {
  const { behaviourLogprobs: rolloutLogprobs } = datum;
  return {
    ...datum,
    behaviourLogprobs: logprobs.map((p, t) => (isTrained(datum, t) ? p : 0)),
    ...(rolloutLogprobs !== undefined && { rolloutLogprobs }),
  };
}
