import { defaultDevice, init, jit, nn, numpy as np, tree } from "@jax-js/jax";
import type { Array as JaxArray } from "@jax-js/jax";
import { linearNames } from "../../src/model/linear-names.ts";
import type { Model } from "../../src/model/model.ts";
import { arraysOf, tables, type JaxTensors } from "../../src/trust/testing/jax-model.ts";
import { firstToken, likeliest } from "./decoding.ts";

/** Positions that the cache has room for: jax-js compiles for one length. */
const positions = 256;

/** A key and a value for each layer [keyValueHeads, positions, headSize]. */
interface JaxCache {
  [layer: string]: { key: JaxArray; value: JaxArray };
}

/** One stream in jax-js with the weights of a model of ours: a compiled step with a cache. Up to 256 tokens. */
export async function jaxDecoding(model: Model): Promise<(tokens: number) => Promise<void>> {
  await init("wasm");
  defaultDevice("wasm");
  const { shape } = model;
  const weights = transposed(arraysOf(model.weights));
  const step = jit(stepOf(model.shape));
  const [cosine, sine] = await Promise.all(tables(shape, positions).map((table) => table.data()));
  const half = shape.headSize / 2;
  const row = (table: unknown, position: number): JaxArray =>
    np.array((table as Float32Array).slice(position * half, (position + 1) * half));
  return async (tokens) => {
    let cache = emptyCache(model);
    let token = firstToken(0);
    for (let position = 0; position < tokens; position += 1) {
      const here = Float32Array.from({ length: positions }, (_, i) => Number(i === position));
      const future = here.map((_, i) => (i > position ? -1e9 : 0));
      const [logits, next] = step(
        tree.ref(weights),
        np.array(Float32Array.from({ length: shape.vocabulary }, (_, id) => Number(id === token))),
        { here: np.array(here), future: np.array(future) },
        { cosine: row(cosine, position), sine: row(sine, position) },
        cache,
      );
      cache = next;
      token = likeliest((await logits.data()) as Float32Array);
    }
    tree.dispose(cache);
  };
}

/** Linear weights as [in, out], which is how they are used. */
function transposed(tensors: JaxTensors): JaxTensors {
  return Object.fromEntries(
    Object.entries(tensors).map(([name, array]) => [
      name,
      name.endsWith("_proj.weight") ? array.transpose([1, 0]) : array,
    ]),
  );
}

function emptyCache({ shape }: Model): JaxCache {
  const zeros = (): JaxArray => np.zeros([shape.keyValueHeads, positions, shape.headSize]);
  return Object.fromEntries(
    Array.from({ length: shape.layers }, (_, layer) => [
      String(layer),
      { key: zeros(), value: zeros() },
    ]),
  );
}

/** Logits after one token and the cache with it. */
function stepOf({ heads, keyValueHeads, headSize, layers, normEpsilon }: Model["shape"]) {
  const group = heads / keyValueHeads;
  const norm = (x: JaxArray, weight: JaxArray): JaxArray => {
    const square = np.mean(np.square(x.ref), -1, { keepdims: true });
    return x.mul(np.reciprocal(np.sqrt(square.add(normEpsilon)))).mul(weight);
  };
  /** [n, headSize] */
  const rotated = (x: JaxArray, cosine: JaxArray, sine: JaxArray): JaxArray => {
    const first = x.ref.slice([], [0, headSize / 2]);
    const second = x.slice([], [headSize / 2]);
    const left = first.ref.mul(cosine.ref).sub(second.ref.mul(sine.ref));
    return np.concatenate([left, second.mul(cosine).add(first.mul(sine))], -1);
  };
  return (
    weights: JaxTensors,
    token: JaxArray,
    place: { readonly here: JaxArray; readonly future: JaxArray },
    rope: { readonly cosine: JaxArray; readonly sine: JaxArray },
    cache: JaxCache,
  ): [JaxArray, JaxCache] => {
    const weight = (name: string): JaxArray => weights[`${name}.weight`]!.ref;
    const here = place.here.reshape([1, positions, 1]);
    const extended: JaxCache = {};
    let x = np.matmul(token.reshape([1, -1]), weight("embed_tokens"));
    for (let layer = 0; layer < layers; layer += 1) {
      const of = (name: string): JaxArray => weight(`layers.${layer}.${name}`);
      const [q, k, v, o, gate, up, down] = linearNames;
      const kept = cache[layer]!;
      const n = norm(x.ref, of("input_layernorm"));
      const query = np.matmul(n.ref, of(q)).reshape([heads, headSize]);
      const newKey = np.matmul(n.ref, of(k)).reshape([keyValueHeads, headSize]);
      const newValue = np.matmul(n, of(v)).reshape([keyValueHeads, 1, headSize]);
      const turned = rotated(newKey, rope.cosine.ref, rope.sine.ref);
      const isHere = here.ref.greater(0.5);
      const key = np.where(isHere.ref, turned.reshape([keyValueHeads, 1, headSize]), kept.key);
      const value = np.where(isHere, newValue, kept.value);
      extended[layer] = { key: key.ref, value: value.ref };
      const scores = np
        .matmul(
          rotated(query, rope.cosine.ref, rope.sine.ref).reshape([keyValueHeads, group, headSize]),
          key.transpose([0, 2, 1]),
        )
        .mul(1 / Math.sqrt(headSize))
        .add(place.future.ref);
      const mixed = np.matmul(nn.softmax(scores, -1), value).reshape([1, heads * headSize]);
      x = x.add(np.matmul(mixed, of(o)));
      const m = norm(x.ref, of("post_attention_layernorm"));
      const gated = nn.silu(np.matmul(m.ref, of(gate))).mul(np.matmul(m, of(up)));
      x = x.add(np.matmul(gated, of(down)));
    }
    const logits = np.matmul(norm(x, weight("norm")), weight("embed_tokens").transpose([1, 0]));
    for (const array of [here, place.future, rope.cosine, rope.sine]) array.dispose();
    tree.dispose(weights);
    return [logits.reshape([-1]), extended];
  };
}
