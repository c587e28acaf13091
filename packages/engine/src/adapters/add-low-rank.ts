import type { Adapter } from "./adapter.ts";

/**
 * W [outputs, inputs] += (alpha / rank) · B [outputs, rank] · A [rank, inputs] of one linear map, such as
 * `layers.0.self_attn.q_proj`. The sums are taken in double precision, so that each value is rounded once.
 */
export function addLowRank(weight: Float32Array, adapter: Adapter, linear: string): void {
  const { tensors, rank, scale } = adapter;
  const down = tensors.floats(`${linear}.lora_A`);
  const up = tensors.floats(`${linear}.lora_B`);
  const inputs = down.length / rank;
  const row = new Float64Array(inputs);
  for (let start = 0, factor = 0; start < weight.length; start += inputs, factor += rank) {
    row.fill(0);
    for (let k = 0; k < rank; k++) {
      const scaled = scale * up[factor + k]!;
      const a = k * inputs;
      for (let column = 0; column < inputs; column++) row[column]! += scaled * down[a + column]!;
    }
    for (let column = 0; column < inputs; column++) weight[start + column]! += row[column]!;
  }
}
