import type { Datum, SamplingTarget } from "@heddle/engine";
import { JobFailure, type WorkContext } from "../../jobs/job-work.ts";
import type { ReferencePolicy } from "../options/rl-options.ts";
import type { RlInput } from "../rl-input.ts";

/** So many sequences are scored at once: enough for the engine to share its passes among them. */
const atOnce = 16;

/**
 * Where the reference of a penalty is sampled: a checkpoint of the model, or its base.
 *
 * @throws JobFailure for a checkpoint that is not there
 */
export async function referenceTarget(
  reference: ReferencePolicy,
  input: RlInput,
  { handle, signal }: Pick<WorkContext, "handle" | "signal">,
): Promise<SamplingTarget> {
  if (reference.kind === "base") return { kind: "base", baseModel: handle.baseModel };
  const step =
    reference.kind === "step" ? reference.step : Math.max(0, input.step - reference.steps);
  const target = await input.samplerOf(step, signal);
  if (target !== undefined) return target;
  const option = reference.kind === "step" ? "kl_penalty_reference_step" : "kl_penalty_step_lag";
  throw new JobFailure(
    `${option} asks for step ${step} as reference, and the model has no checkpoint of that step. Name one of those that it has.`,
  );
}

/** Log probabilities of the targets of each sequence under a reference, [data][N]. */
export async function referenceScores(
  target: SamplingTarget,
  data: readonly Datum[],
  { engine, signal }: WorkContext,
): Promise<readonly Float32Array[]> {
  const rows: Float32Array[] = [];
  for (let first = 0; first < data.length; first += atOnce) {
    const scored = data.slice(first, first + atOnce).map(async ({ inputTokens, targetTokens }) => {
      const tokens = new Int32Array(targetTokens.length + 1);
      tokens.set(inputTokens.subarray(0, 1));
      tokens.set(targetTokens, 1);
      const scores = await engine.score(target, tokens, { signal });
      return Float32Array.from(scores.slice(1), (score) => score ?? Number.NaN);
    });
    rows.push(...(await Promise.all(scored)));
  }
  return rows;
}
