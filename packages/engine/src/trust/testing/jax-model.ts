import { defaultDevice, nn, numpy as np, valueAndGrad } from "@jax-js/jax";
import type { Array as JaxArray } from "@jax-js/jax";
import { linearNames } from "../../model/linear-names.ts";
import { ropeFrequencies } from "../../model/rope-tables.ts";
import type { ModelShape } from "../../model/shape.ts";
import type { TensorGroup } from "../../model/tensor-group.ts";
import { headName } from "../../model/weight-shapes.ts";

/** Tensors by the engine's names. */
export type JaxTensors = Record<string, JaxArray>;

/** What the oracle differentiates: Σ factor · log p(target) over sequences of one length. */
export interface OracleBatch {
  /** [B][T] each */
  readonly inputTokens: readonly Int32Array[];
  readonly targetTokens: readonly Int32Array[];
  readonly factors: readonly Float32Array[];
}

/** The loss and its gradient by every tensor of base and adapter, from an autodiff that shares nothing with the engine. */
export async function oracleGradients(
  shape: ModelShape,
  base: TensorGroup,
  adapter: { readonly tensors: TensorGroup; readonly scale: number } | null,
  batch: OracleBatch,
): Promise<{ loss: number; base: Map<string, Float32Array>; adapter: Map<string, Float32Array> }> {
  defaultDevice("wasm");
  const factors = rectangle(batch.factors);
  const inputs = oneHot(batch.inputTokens, shape.vocabulary);
  const targets = oneHot(batch.targetTokens, shape.vocabulary);
  const loss = (weights: JaxTensors, lowRank: JaxTensors): JaxArray =>
    np.sum(
      jaxLogprobs(
        shape,
        weights,
        { tensors: lowRank, scale: adapter?.scale ?? 0 },
        inputs.ref,
        targets.ref,
      ).mul(factors.ref),
    );
  const [value, [dBase, dAdapter]] = valueAndGrad(loss, { argnums: [0, 1] })(
    arraysOf(base),
    adapter ? arraysOf(adapter.tensors) : {},
  ) as unknown as [JaxArray, [JaxTensors, JaxTensors]];
  for (const array of [factors, inputs, targets]) array.dispose();
  return {
    loss: (await value.data())[0]!,
    base: await read(dBase),
    adapter: await read(dAdapter),
  };
}

/**
 * The log-probability of each target [B, T]; inputs and targets one-hot [B, T, vocabulary]. Arrays of jax-js are used up by
 * each use, `ref` being one use more: inputs and targets are, weights and adapter are not.
 */
export function jaxLogprobs(
  shape: ModelShape,
  weights: JaxTensors,
  adapter: { readonly tensors: JaxTensors; readonly scale: number },
  inputs: JaxArray,
  targets: JaxArray,
): JaxArray {
  const { heads, keyValueHeads, headSize, normEpsilon } = shape;
  const { tensors: lowRank, scale } = adapter;
  const [count = 0, length = 0] = inputs.shape;
  const group = heads / keyValueHeads;
  const [cosine, sine] = tables(shape, length);
  const future = np
    .tril(np.ones([length, length]))
    .sub(1)
    .mul(1e9);

  const norm = (x: JaxArray, weight: JaxArray): JaxArray => {
    const square = np.mean(np.square(x.ref), -1, { keepdims: true });
    return x.mul(np.reciprocal(np.sqrt(square.add(normEpsilon)))).mul(weight);
  };
  const linear = (name: string, x: JaxArray): JaxArray => {
    let y = np.matmul(x.ref, weights[`${name}.weight`]!.ref.transpose([1, 0]));
    const bias = weights[`${name}.bias`];
    if (bias) y = y.add(bias.ref);
    const down = lowRank[`${name}.lora_A`];
    if (!down) {
      x.dispose();
      return y;
    }
    const narrow = np.matmul(x, down.ref.transpose([1, 0]));
    const up = lowRank[`${name}.lora_B`]!.ref.transpose([1, 0]);
    return y.add(np.matmul(narrow, up).mul(scale));
  };
  /** [B, T, n · headSize] → [B, T, n, headSize] */
  const split = (x: JaxArray, n: number): JaxArray => x.reshape([count, length, n, headSize]);
  const byHead = (x: JaxArray): JaxArray => x.transpose([0, 2, 1, 3]);
  const rotate = (x: JaxArray): JaxArray => {
    const half = headSize / 2;
    const first = x.ref.slice([], [], [], [0, half]);
    const second = x.slice([], [], [], [half]);
    return np.concatenate(
      [
        first.ref.mul(cosine.ref).sub(second.ref.mul(sine.ref)),
        second.mul(cosine.ref).add(first.mul(sine.ref)),
      ],
      -1,
    );
  };

  let x = np.matmul(inputs, weights["embed_tokens.weight"]!.ref);
  for (let layer = 0; layer < shape.layers; layer++) {
    const prefix = `layers.${layer}`;
    const weight = (name: string): JaxArray => weights[`${prefix}.${name}.weight`]!.ref;
    const place = (index: number): string => `${prefix}.${linearNames[index]}`;
    const n = norm(x.ref, weight("input_layernorm"));
    let query = split(linear(place(0), n.ref), heads);
    let key = split(linear(place(1), n.ref), keyValueHeads);
    const value = byHead(split(linear(place(2), n), keyValueHeads));
    if (shape.hasHeadNorm) {
      query = norm(query, weight("self_attn.q_norm"));
      key = norm(key, weight("self_attn.k_norm"));
    }
    query = rotate(byHead(query)).reshape([count, keyValueHeads, group * length, headSize]);
    key = rotate(byHead(key));
    const scores = np
      .matmul(query, key.transpose([0, 1, 3, 2]))
      .mul(1 / Math.sqrt(headSize))
      .reshape([count, keyValueHeads, group, length, length]);
    const shares = nn.softmax(scores.add(future.ref), -1);
    const mixed = np
      .matmul(shares.reshape([count, keyValueHeads, group * length, length]), value)
      .reshape([count, heads, length, headSize]);
    const joined = byHead(mixed).reshape([count, length, heads * headSize]);
    x = x.add(linear(place(3), joined));
    const m = norm(x.ref, weight("post_attention_layernorm"));
    const gate = nn.silu(linear(place(4), m.ref));
    x = x.add(linear(place(5 + 1), gate.mul(linear(place(5), m))));
  }
  cosine.dispose();
  sine.dispose();
  future.dispose();
  const head = weights[headName(shape)]!.ref.transpose([1, 0]);
  const logits = np.matmul(norm(x, weights["norm.weight"]!.ref), head);
  return nn.logSoftmax(logits, -1).mul(targets).sum(-1);
}

/** [B, T, vocabulary] */
export function oneHot(tokens: readonly Int32Array[], vocabulary: number): JaxArray {
  const length = tokens[0]!.length;
  const values = new Float32Array(tokens.length * length * vocabulary);
  for (const [i, row] of tokens.entries()) {
    for (const [t, token] of row.entries()) values[(i * length + t) * vocabulary + token] = 1;
  }
  return np.array(values).reshape([tokens.length, length, vocabulary]);
}

function rectangle(rows: readonly Float32Array[]): JaxArray {
  const values = Float32Array.from(rows.flatMap((row) => [...row]));
  return np.array(values).reshape([rows.length, rows[0]!.length]);
}

/** Cosines and sines [length, headSize / 2]. */
export function tables(shape: ModelShape, length: number): [JaxArray, JaxArray] {
  const frequencies = ropeFrequencies(shape);
  const half = frequencies.length;
  const angles = Array.from(
    { length: length * half },
    (_, i) => Math.floor(i / half) * frequencies[i % half]!,
  );
  return [Math.cos, Math.sin].map((part) =>
    np.array(Float32Array.from(angles, (angle) => part(angle))).reshape([length, half]),
  ) as [JaxArray, JaxArray];
}

/** Copies of all tensors. */
export function arraysOf(group: TensorGroup): JaxTensors {
  return Object.fromEntries(
    [...group.names()].map((name) => [
      name,
      np.array(group.floats(name).slice()).reshape([...group.shape(name)]),
    ]),
  );
}

async function read(tensors: JaxTensors): Promise<Map<string, Float32Array>> {
  const values = new Map<string, Float32Array>();
  for (const [name, array] of Object.entries(tensors)) {
    values.set(name, (await array.data()) as Float32Array);
  }
  return values;
}
