import type { AccumulateResult, Datum } from "../datum.ts";
import type { CallOptions, Engine, ModelHandle } from "../engine.ts";
import { EngineError } from "../errors.ts";
import type { LossFunction, LossTerm } from "./loss-function.ts";
import { combineMetrics } from "./metrics.ts";

/**
 * Accumulates the gradient of any loss of the log-probabilities on any engine, at the price of one more forward pass.
 *
 * By the chain rule dL/dθ = Σ g_t·dp_t/dθ with g_t = dL/dp_t. Cross entropy with the weights −g_t has exactly that
 * gradient, so `forward` finds p, the loss turns it into g, and `accumulate` takes −g as weights. The weights of the
 * model must not change in between: the caller lets no other `step` of this model run meanwhile.
 *
 * Metrics are those of the loss itself. Where every derivative is 0 there is nothing to accumulate and nothing is.
 *
 * @throws {EngineError} `numerical` when the loss or a derivative is not finite; then nothing was accumulated.
 */
export async function accumulateCustom(
  engine: Engine,
  handle: ModelHandle,
  data: readonly Datum[],
  loss: LossFunction,
  options?: CallOptions,
): Promise<AccumulateResult> {
  const each: JointLoss = (logprobs) =>
    data.map((datum, index) => loss(datum, logprobs[index] ?? new Float32Array()));
  return accumulateJointly(engine, handle, data, each, options);
}

/** A loss of several sequences together: a term for each, from the log-probabilities of all, [data][N]. */
export type JointLoss = (logprobs: readonly Float32Array[]) => readonly LossTerm[];

/**
 * `accumulateCustom` for a loss in which the term of one sequence depends on the others.
 *
 * @throws {EngineError} `numerical` when the loss or a derivative is not finite; then nothing was accumulated.
 */
export async function accumulateJointly(
  engine: Engine,
  handle: ModelHandle,
  data: readonly Datum[],
  loss: JointLoss,
  options?: CallOptions,
): Promise<AccumulateResult> {
  const found = await engine.forward(handle, data.map(tokensOf), options);
  checkLengths(data, found.logprobs);
  const terms = loss(found.logprobs);
  checkFinite(terms);
  const metrics = combineMetrics(terms.map((term) => term.metrics));
  if (terms.every(({ gradient }) => gradient.every((value) => value === 0))) {
    return { ...found, metrics };
  }
  const surrogate = data.map((datum, index) => ({
    ...tokensOf(datum),
    weights: (terms[index]?.gradient ?? new Float32Array()).map((value) => -value),
  }));
  await engine.accumulate(handle, surrogate, { name: "cross_entropy" }, options);
  return { ...found, metrics };
}

function tokensOf({ inputTokens, targetTokens }: Datum): Datum {
  return { inputTokens, targetTokens };
}

function checkLengths(data: readonly Datum[], logprobs: readonly Float32Array[]): void {
  for (const [index, { inputTokens }] of data.entries()) {
    const found = logprobs[index]?.length;
    if (found === inputTokens.length) continue;
    throw new EngineError(
      "internal",
      `forward gave ${found ?? "no"} log-probabilities for data[${index}]`,
    );
  }
}

function checkFinite(terms: readonly LossTerm[]): void {
  const index = terms.findIndex(
    ({ loss, gradient }) => !Number.isFinite(loss) || !gradient.every(Number.isFinite),
  );
  if (index >= 0) throw new EngineError("numerical", `the loss of data[${index}] is not finite`);
}
