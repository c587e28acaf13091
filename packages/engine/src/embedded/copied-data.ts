import type { Datum } from "../datum.ts";

/**
 * Data as they are at the moment of the call: the caller may change its arrays afterwards, and views of large buffers
 * do not take the whole buffer along to the other thread.
 */
export function copiedData(data: readonly Datum[]): Datum[] {
  return data.map((datum) => ({
    inputTokens: Int32Array.from(datum.inputTokens),
    targetTokens: Int32Array.from(datum.targetTokens),
    ...(datum.weights && { weights: Float32Array.from(datum.weights) }),
    ...(datum.behaviourLogprobs && {
      behaviourLogprobs: Float32Array.from(datum.behaviourLogprobs),
    }),
    ...(datum.advantages && { advantages: Float32Array.from(datum.advantages) }),
  }));
}
