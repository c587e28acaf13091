import type { Pointer } from "../compute/kernels.ts";
import type { Linear } from "./linear.ts";
import type { LinearName } from "./linear-names.ts";
import { linearNames, linearSize } from "./linear-names.ts";
import type { Norm } from "./norm.ts";
import type { ModelShape } from "./shape.ts";
import type { TensorGroup } from "./tensor-group.ts";

/** Where the weights of one decoder layer lie. */
export interface Layer {
  /** 0 is next to the embedding. */
  readonly index: number;
  readonly attentionNorm: Norm;
  readonly query: Linear;
  readonly key: Linear;
  readonly value: Linear;
  /** Qwen3: over each head of query and key. */
  readonly headNorms: { readonly query: Norm; readonly key: Norm } | null;
  readonly output: Linear;
  readonly feedForwardNorm: Norm;
  readonly gate: Linear;
  readonly up: Linear;
  readonly down: Linear;
}

/** Resolves names to pointers once, so that no pass looks a name up. */
export function layerOf(shape: ModelShape, weights: TensorGroup, index: number): Layer {
  const prefix = `layers.${index}`;
  const linear = (place: LinearName): Linear => {
    const name = `${prefix}.${place}`;
    const [outputs, inputs] = linearSize(shape, place);
    return {
      index: index * linearNames.length + linearNames.indexOf(place),
      name,
      inputs,
      outputs,
      weight: weights.pointer(`${name}.weight`),
      bias: weights.has(`${name}.bias`) ? weights.pointer(`${name}.bias`) : 0,
    };
  };
  return {
    index,
    attentionNorm: normOf(weights, `${prefix}.input_layernorm.weight`, shape),
    query: linear("self_attn.q_proj"),
    key: linear("self_attn.k_proj"),
    value: linear("self_attn.v_proj"),
    headNorms: shape.hasHeadNorm
      ? {
          query: normOf(weights, `${prefix}.self_attn.q_norm.weight`, shape),
          key: normOf(weights, `${prefix}.self_attn.k_norm.weight`, shape),
        }
      : null,
    output: linear("self_attn.o_proj"),
    feedForwardNorm: normOf(weights, `${prefix}.post_attention_layernorm.weight`, shape),
    gate: linear("mlp.gate_proj"),
    up: linear("mlp.up_proj"),
    down: linear("mlp.down_proj"),
  };
}

/** The norm whose weight has this name. */
export function normOf(weights: TensorGroup, name: string, shape: ModelShape): Norm {
  const [size = 1] = weights.shape(name);
  const weight: Pointer = weights.pointer(name);
  return { name, size, weight, epsilon: shape.normEpsilon };
}
