import type { Model } from "../../src/model/model.ts";
import type { OtherEngine, OtherModel } from "../other-engine.ts";

/** Our names of a layer's weights beside the other engine's. */
const names: readonly (readonly [string, string])[] = [
  ["self_attn.q_proj.weight", "q"],
  ["self_attn.k_proj.weight", "k"],
  ["self_attn.v_proj.weight", "v"],
  ["self_attn.o_proj.weight", "o"],
  ["mlp.gate_proj.weight", "g"],
  ["mlp.up_proj.weight", "u"],
  ["mlp.down_proj.weight", "w"],
  ["input_layernorm.weight", "n1"],
  ["post_attention_layernorm.weight", "n2"],
];

/** A model of the other engine with the shape and weights of ours, in a runtime of its own. */
export function otherModel(
  other: OtherEngine,
  { shape, weights }: Model,
  options: { readonly threads: number; readonly train: boolean },
): OtherModel {
  const model = other.model(
    {
      d: shape.width,
      L: shape.layers,
      H: shape.heads,
      KV: shape.keyValueHeads,
      hd: shape.headSize,
      ff: shape.feedForward,
      V: shape.vocabulary,
      maxT: shape.contextTokens,
      theta: shape.ropeTheta,
      eps: shape.normEpsilon,
    },
    other.runtime(options.threads),
    { train: options.train },
  );
  model.base.set("emb", weights.floats("embed_tokens.weight"));
  model.base.set("nf", weights.floats("norm.weight"));
  for (let layer = 0; layer < shape.layers; layer += 1)
    for (const [ours, theirs] of names)
      model.base.set(`${layer}.${theirs}`, weights.floats(`layers.${layer}.${ours}`));
  return model;
}
