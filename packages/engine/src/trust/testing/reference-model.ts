import { linearNames } from "../../model/linear-names.ts";
import type { LinearName } from "../../model/linear-names.ts";
import { ropeFrequencies } from "../../model/rope-tables.ts";
import type { ModelShape } from "../../model/shape.ts";
import { headName } from "../../model/weight-shapes.ts";

/** Weights in float64 by name. */
export type ReferenceWeights = ReadonlyMap<string, Float64Array>;

/** A and B of an adapter in float64, and alpha / rank. */
export interface ReferenceAdapter {
  readonly tensors: ReferenceWeights;
  readonly scale: number;
}

type Rows = Float64Array[];

/**
 * The forward in float64 with nothing but loops, written from the papers: what the engine is held against. Returns the
 * logits [N][vocabulary].
 */
export function referenceLogits(
  shape: ModelShape,
  weights: ReferenceWeights,
  adapter: ReferenceAdapter | null,
  tokens: Int32Array,
): Rows {
  const { width } = shape;
  const tensor = (name: string): Float64Array => weights.get(name)!;
  const embedding = tensor("embed_tokens.weight");
  const linear = (layer: number, place: LinearName, x: Rows): Rows => {
    const name = `layers.${layer}.${place}`;
    let y = product(x, tensor(`${name}.weight`));
    const bias = weights.get(`${name}.bias`);
    if (bias) y = y.map((row) => row.map((value, i) => value + bias[i]!));
    const down = adapter?.tensors.get(`${name}.lora_A`);
    if (!down) return y;
    const up = adapter!.tensors.get(`${name}.lora_B`)!;
    const added = product(product(x, down), up);
    return sum(
      y,
      added.map((row) => row.map((value) => value * adapter!.scale)),
    );
  };
  let x: Rows = Array.from(tokens, (token) => embedding.slice(token * width, (token + 1) * width));
  for (let layer = 0; layer < shape.layers; layer++) {
    const [q, k, v, o, gate, up, down] = linearNames;
    const weight = (name: string): Float64Array => tensor(`layers.${layer}.${name}.weight`);
    const n = normed(x, weight("input_layernorm"), shape.normEpsilon);
    let query = heads(linear(layer, q, n), shape.headSize);
    let key = heads(linear(layer, k, n), shape.headSize);
    const value = heads(linear(layer, v, n), shape.headSize);
    if (shape.hasHeadNorm) {
      query = query.map((head) => normed(head, weight("self_attn.q_norm"), shape.normEpsilon));
      key = key.map((head) => normed(head, weight("self_attn.k_norm"), shape.normEpsilon));
    }
    query = query.map((head) => rotated(head, shape));
    key = key.map((head) => rotated(head, shape));
    const group = shape.heads / shape.keyValueHeads;
    const mixed = query.map((head, i) => {
      const shared = Math.floor(i / group);
      return attended(head, key[shared]!, value[shared]!);
    });
    x = sum(x, linear(layer, o, joined(mixed)));
    const m = normed(x, weight("post_attention_layernorm"), shape.normEpsilon);
    const gated = linear(layer, gate, m);
    const inner = linear(layer, up, m).map((row, t) =>
      row.map((value, i) => (value * gated[t]![i]!) / (1 + Math.exp(-gated[t]![i]!))),
    );
    x = sum(x, linear(layer, down, inner));
  }
  return product(normed(x, tensor("norm.weight"), shape.normEpsilon), tensor(headName(shape)));
}

/** Log-probability of each target [N]. */
export function referenceLogprobs(logits: Rows, targets: Int32Array): Float64Array {
  return Float64Array.from(targets, (target, t) => {
    const row = logits[t]!;
    const max = row.reduce((a, b) => Math.max(a, b));
    return row[target]! - max - Math.log(row.reduce((z, logit) => z + Math.exp(logit - max), 0));
  });
}

/** x [N, inputs] · Wᵀ, W [outputs, inputs] */
function product(x: Rows, w: Float64Array): Rows {
  return x.map((row) => {
    const y = new Float64Array(w.length / row.length);
    for (let o = 0; o < y.length; o++) {
      for (let i = 0; i < row.length; i++) y[o]! += row[i]! * w[o * row.length + i]!;
    }
    return y;
  });
}

function sum(a: Rows, b: Rows): Rows {
  return a.map((row, t) => row.map((value, i) => value + b[t]![i]!));
}

function normed(x: Rows, weight: Float64Array, epsilon: number): Rows {
  return x.map((row) => {
    const square = row.reduce((total, value) => total + value * value, 0) / row.length;
    return row.map((value, i) => (value / Math.sqrt(square + epsilon)) * weight[i]!);
  });
}

/** [N, heads · headSize] → [heads][N, headSize] */
function heads(x: Rows, headSize: number): Rows[] {
  return Array.from({ length: x[0]!.length / headSize }, (_, head) =>
    x.map((row) => row.slice(head * headSize, (head + 1) * headSize)),
  );
}

/** [heads][N, headSize] → [N, heads · headSize] */
function joined(parts: Rows[]): Rows {
  return parts[0]!.map((_, t) => Float64Array.from(parts.flatMap((head) => [...head[t]!])));
}

function rotated(head: Rows, shape: ModelShape): Rows {
  const frequencies = ropeFrequencies(shape);
  const half = frequencies.length;
  return head.map((row, position) =>
    row.map((value, i) => {
      const angle = position * frequencies[i % half]!;
      const partner = i < half ? -row[i + half]! : row[i - half]!;
      return value * Math.cos(angle) + partner * Math.sin(angle);
    }),
  );
}

/** softmax(q kᵀ / √headSize) v over the positions up to each. */
function attended(query: Rows, key: Rows, value: Rows): Rows {
  return query.map((q, t) => {
    const scores = key.slice(0, t + 1).map((k) => dot(q, k) / Math.sqrt(q.length));
    const max = Math.max(...scores);
    const powers = scores.map((score) => Math.exp(score - max));
    const total = powers.reduce((a, b) => a + b, 0);
    return q.map((_, i) =>
      powers.reduce((mix, power, s) => mix + (power / total) * value[s]![i]!, 0),
    );
  });
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((total, value, i) => total + value * b[i]!, 0);
}
