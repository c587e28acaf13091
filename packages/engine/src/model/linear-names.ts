import type { ModelShape } from "./shape.ts";

/** The linear maps of a layer, by their Hugging Face names, in the order of the forward pass. */
export const attentionLinears = [
  "self_attn.q_proj",
  "self_attn.k_proj",
  "self_attn.v_proj",
  "self_attn.o_proj",
] as const;

/** See `attentionLinears`. */
export const feedForwardLinears = ["mlp.gate_proj", "mlp.up_proj", "mlp.down_proj"] as const;

/** All seven of a layer. */
export const linearNames: readonly [...typeof attentionLinears, ...typeof feedForwardLinears] = [
  ...attentionLinears,
  ...feedForwardLinears,
];

/** One of the seven. */
export type LinearName = (typeof linearNames)[number];

/** [outputs, inputs] of a linear map: y = x · Wᵀ. */
export function linearSize(shape: ModelShape, name: LinearName): readonly [number, number] {
  const { width, feedForward } = shape;
  const queries = shape.heads * shape.headSize;
  const keys = shape.keyValueHeads * shape.headSize;
  const sizes: Record<LinearName, readonly [number, number]> = {
    "self_attn.q_proj": [queries, width],
    "self_attn.k_proj": [keys, width],
    "self_attn.v_proj": [keys, width],
    "self_attn.o_proj": [width, queries],
    "mlp.gate_proj": [feedForward, width],
    "mlp.up_proj": [feedForward, width],
    "mlp.down_proj": [width, feedForward],
  };
  return sizes[name];
}
