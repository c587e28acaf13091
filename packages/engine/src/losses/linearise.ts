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
  const { logprobs } = await engine.forward(handle, data.map(tokensOf), options);
  const terms = data.map((datum, index) => termOf(loss, datum, logprobs[index], index));
  const metrics = combineMetrics(terms.map((term) => term.metrics));
  if (terms.every(({ gradient }) => gradient.every((value) => value === 0))) {
    return { logprobs, metrics };
  }
  const surrogate = data.map((datum, index) => ({
    ...tokensOf(datum),
    weights: (terms[index]?.gradient ?? new Float32Array()).map((value) => -value),
  }));
  await engine.accumulate(handle, surrogate, { name: "cross_entropy" }, options);
  return { logprobs, metrics };
}

function tokensOf({ inputTokens, targetTokens }: Datum): Datum {
  return { inputTokens, targetTokens };
}

function termOf(
  loss: LossFunction,
  datum: Datum,
  logprobs: Float32Array | undefined,
  index: number,
): LossTerm {
  if (logprobs?.length !== datum.inputTokens.length) {
    throw new EngineError(
      "internal",
      `forward gave ${logprobs?.length ?? "no"} log-probabilities for data[${index}]`,
    );
  }
  const term = loss(datum, logprobs);
  const isFinite = Number.isFinite(term.loss) && term.gradient.every(Number.isFinite);
  if (!isFinite) throw new EngineError("numerical", `the loss of data[${index}] is not finite`);
  return term;
}
