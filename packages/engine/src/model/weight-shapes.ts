import { linearNames, linearSize } from "./linear-names.ts";
import type { ModelShape } from "./shape.ts";

/** The name of the tensor that the head multiplies with: the embedding itself where the two are tied. */
export function headName(shape: ModelShape): string {
  return shape.hasTiedHead ? "embed_tokens.weight" : "lm_head.weight";
}

/** Names and shapes of a model's tensors: Hugging Face names without the leading `model.`. */
export function weightShapes(shape: ModelShape): Map<string, readonly number[]> {
  const shapes = new Map<string, readonly number[]>();
  shapes.set("embed_tokens.weight", [shape.vocabulary, shape.width]);
  for (let layer = 0; layer < shape.layers; layer++) {
    const prefix = `layers.${layer}`;
    shapes.set(`${prefix}.input_layernorm.weight`, [shape.width]);
    for (const name of linearNames) {
      const size = linearSize(shape, name);
      shapes.set(`${prefix}.${name}.weight`, size);
      if (shape.hasAttentionBias && /[qkv]_proj$/u.test(name)) {
        shapes.set(`${prefix}.${name}.bias`, [size[0]]);
      }
    }
    if (shape.hasHeadNorm) {
      shapes.set(`${prefix}.self_attn.q_norm.weight`, [shape.headSize]);
      shapes.set(`${prefix}.self_attn.k_norm.weight`, [shape.headSize]);
    }
    shapes.set(`${prefix}.post_attention_layernorm.weight`, [shape.width]);
  }
  shapes.set("norm.weight", [shape.width]);
  if (!shape.hasTiedHead) shapes.set("lm_head.weight", [shape.vocabulary, shape.width]);
  return shapes;
}
