import type { Pointer } from "../compute/kernels.ts";
import type { AttentionPart } from "./attention-parts.ts";
import type { Layer } from "./layer.ts";
import { linearBackward, linearForward, linearServe } from "./linear.ts";
import { keepLowRank } from "./kept-low-rank.ts";
import { normBackward, normForward } from "./norm.ts";
import type { DecodeBatch } from "./decode-batch.ts";
import type { TrainingPass } from "./training-pass.ts";

/** What the backward of an attention block needs of its forward; D = heads · headSize, K = keyValueHeads · headSize. */
export interface AttentionActivations {
  /** [rows] */
  readonly rstd: Pointer;
  /** [rows, D], rotated */
  readonly query: Pointer;
  /** [rows, K], rotated */
  readonly key: Pointer;
  /** [rows, K] */
  readonly value: Pointer;
  /** Before head norm and rotation, [rows, D] and [rows, K], with their rstd [rows · heads]; 0 without head norm. */
  readonly rawQuery: Pointer;
  readonly rawKey: Pointer;
  readonly queryRstd: Pointer;
  readonly keyRstd: Pointer;
  /** Of one attention part: [sequence][heads, length, length rounded up to 4] */
  readonly probabilities: Pointer;
  /** [rows, D]: values mixed by the probabilities. */
  readonly mixed: Pointer;
  readonly queryLowRank: Pointer;
  readonly keyLowRank: Pointer;
  readonly valueLowRank: Pointer;
  readonly outputLowRank: Pointer;
}

/** Takes the block's activations from the pass's arena. */
export function keepAttention(pass: TrainingPass, layer: Layer): AttentionActivations {
  const { arena, rows, shape, scratch } = pass;
  const queries = rows * layer.query.outputs;
  const keys = rows * layer.key.outputs;
  const hasRaw = layer.headNorms !== null && pass.hasBackward;
  return {
    rstd: arena.allocate(rows),
    query: arena.allocate(queries),
    key: arena.allocate(keys),
    value: arena.allocate(keys),
    rawQuery: hasRaw ? arena.allocate(queries) : 0,
    rawKey: hasRaw ? arena.allocate(keys) : 0,
    queryRstd: layer.headNorms ? arena.allocate(rows * shape.heads) : 0,
    keyRstd: layer.headNorms ? arena.allocate(rows * shape.keyValueHeads) : 0,
    probabilities: pass.keepsProbabilities
      ? arena.allocate(pass.attention[0]!.probabilityFloats)
      : scratch.probabilities,
    mixed: arena.allocate(queries),
    queryLowRank: keepLowRank(pass, layer.query),
    keyLowRank: keepLowRank(pass, layer.key),
    valueLowRank: keepLowRank(pass, layer.value),
    outputLowRank: keepLowRank(pass, layer.output),
  };
}

/**
 * y [rows, width] = x + O(attention(Q, K, V)) over n = norm(x): Q, K, V = linear maps of n, Q and K normed head by head
 * (Qwen3) and rotated by position; softmax(Q Kᵀ / √headSize) V over what came before, several query heads sharing one
 * key and value head (Ainslie et al., arXiv 2305.13245).
 */
export function* attentionForward(
  pass: TrainingPass,
  layer: Layer,
  kept: AttentionActivations,
  x: Pointer,
  y: Pointer,
): Generator<void, void> {
  const { compute, rows, shape, scratch } = pass;
  const { normed } = scratch;
  const { heads, keyValueHeads } = shape;
  const query = kept.rawQuery || kept.query;
  const key = kept.rawKey || kept.key;
  normForward(pass, layer.attentionNorm, rows, x, normed, kept.rstd);
  linearForward(pass, layer.query, normed, query, kept.queryLowRank);
  linearForward(pass, layer.key, normed, key, kept.keyLowRank);
  linearForward(pass, layer.value, normed, kept.value, kept.valueLowRank);
  if (layer.headNorms) {
    const { headNorms } = layer;
    normForward(pass, headNorms.query, rows * heads, query, kept.query, kept.queryRstd);
    normForward(pass, headNorms.key, rows * keyValueHeads, key, kept.key, kept.keyRstd);
  }
  rotate(pass, kept.query, kept.key, 1);
  yield;
  for (const part of pass.attention) {
    mixForward(pass, kept, part);
    yield;
  }
  linearForward(pass, layer.output, kept.mixed, y, kept.outputLowRank);
  compute.elements("add", [y, x], rows * shape.width);
}

/** `dx` holds dy and becomes dx: the block adds to its residual stream, so dy flows on and the block's own part is added. */
export function* attentionBackward(
  pass: TrainingPass,
  layer: Layer,
  kept: AttentionActivations,
  x: Pointer,
  dx: Pointer,
): Generator<void, void> {
  const { compute, rows, shape, scratch } = pass;
  const { normed, dNormed, dMixed, dQuery, dKey, dValue } = scratch;
  const { heads, keyValueHeads, headSize } = shape;
  normForward(pass, layer.attentionNorm, rows, x, normed, kept.rstd);
  linearBackward(pass, layer.output, kept.mixed, dx, dMixed, kept.outputLowRank, false);
  for (const part of pass.attention) {
    if (!pass.keepsProbabilities) mixForward(pass, kept, part);
    yield;
    mixBackward(pass, kept, part);
    yield;
  }
  rotate(pass, dQuery, dKey, -1);
  let dRawQuery = dQuery;
  let dRawKey = dKey;
  if (layer.headNorms) {
    // Rotated queries and keys are not needed any more: their buffers take the gradient before the norm.
    dRawQuery = kept.query;
    dRawKey = kept.key;
    const queries = rows * heads;
    const keys = rows * keyValueHeads;
    compute.elements("fill", [dRawQuery, 0], queries * headSize);
    compute.elements("fill", [dRawKey, 0], keys * headSize);
    const { query, key } = layer.headNorms;
    normBackward(pass, query, queries, kept.rawQuery, kept.queryRstd, dQuery, dRawQuery);
    normBackward(pass, key, keys, kept.rawKey, kept.keyRstd, dKey, dRawKey);
  }
  // Below the lowest layer lies only the embedding: who trains an adapter alone needs nothing there.
  const isNeeded = pass.base !== null || layer.index > 0;
  const dInput = isNeeded ? dNormed : 0;
  linearBackward(pass, layer.query, normed, dRawQuery, dInput, kept.queryLowRank, false);
  linearBackward(pass, layer.key, normed, dRawKey, dInput, kept.keyLowRank, true);
  linearBackward(pass, layer.value, normed, dValue, dInput, kept.valueLowRank, true);
  if (isNeeded) normBackward(pass, layer.attentionNorm, rows, x, kept.rstd, dNormed, dx);
}

/** The forward for serving: keys and values go to the cache first, so that rows of one prompt see each other. */
export function attentionServe(batch: DecodeBatch, layer: Layer, x: Pointer): void {
  const { compute, rows, shape, scratch, rope, layerOffsets, positions, pageRows } = batch;
  const { kernels } = compute;
  const { normed, rstd, query, key, value, mixed, added } = scratch;
  const { heads, keyValueHeads, headSize, width } = shape;
  const { weight, epsilon } = layer.attentionNorm;
  const keyWidth = keyValueHeads * headSize;
  const layerOffset = layerOffsets[layer.index]!;
  kernels.rmsNormForward(width, x, weight, normed, rstd, epsilon, 0, rows);
  linearServe(batch, layer.query, normed, query);
  linearServe(batch, layer.key, normed, key);
  linearServe(batch, layer.value, normed, value);
  if (layer.headNorms) {
    const q = layer.headNorms.query;
    const k = layer.headNorms.key;
    kernels.rmsNormForward(headSize, query, q.weight, query, rstd, q.epsilon, 0, rows * heads);
    kernels.rmsNormForward(headSize, key, k.weight, key, rstd, k.epsilon, 0, rows * keyValueHeads);
  }
  const { cosine, sine } = rope;
  kernels.rope(heads, headSize, query, heads * headSize, positions, cosine, sine, 1, 0, rows);
  kernels.rope(keyValueHeads, headSize, key, keyWidth, positions, cosine, sine, 1, 0, rows);
  kernels.cacheWrite(keyWidth, key, value, batch.pageTokens, layerOffset, pageRows, 0, rows);
  compute.rows(
    "attentionDecode",
    [heads, keyValueHeads, headSize, query, batch.pageTokens, layerOffset, mixed, pageRows],
    rows * keyValueHeads,
    batch.attentionWork,
  );
  linearServe(batch, layer.output, mixed, added);
  kernels.add(x, added, 0, rows * width);
}

/** An item (sequence × head) is worth a thread of its own. */
const attentionWork = 8192;

/** Probabilities and mixed values of a part; its heads and those it shares keys with lie side by side. */
function mixForward(pass: TrainingPass, kept: AttentionActivations, part: AttentionPart): void {
  const { heads, keyValueHeads, headSize } = pass.shape;
  const { queryOffset, keyOffset, group } = placeOf(pass, part);
  pass.compute.rows(
    "attentionForward",
    [
      heads,
      keyValueHeads,
      headSize,
      kept.query + queryOffset,
      kept.key + keyOffset,
      kept.value + keyOffset,
      kept.mixed + queryOffset,
      kept.probabilities,
      part.sequences,
    ],
    part.sequenceCount * part.keyValueHeads * group,
    attentionWork,
  );
}

/** dQuery, dKey and dValue of a part from dMixed, overwriting what was there. */
function mixBackward(pass: TrainingPass, kept: AttentionActivations, part: AttentionPart): void {
  const { heads, keyValueHeads, headSize } = pass.shape;
  const { dMixed, dQuery, dKey, dValue, dScores } = pass.scratch;
  const { queryOffset, keyOffset } = placeOf(pass, part);
  pass.compute.rows(
    "attentionBackward",
    [
      heads,
      keyValueHeads,
      headSize,
      kept.query + queryOffset,
      kept.key + keyOffset,
      kept.value + keyOffset,
      kept.probabilities,
      dMixed + queryOffset,
      dQuery + queryOffset,
      dKey + keyOffset,
      dValue + keyOffset,
      part.sequences,
      dScores,
    ],
    part.sequenceCount * part.keyValueHeads,
    attentionWork,
  );
}

/** Bytes from the first head of a row to the part's first. */
function placeOf(
  { shape }: TrainingPass,
  part: AttentionPart,
): { queryOffset: number; keyOffset: number; group: number } {
  const group = shape.heads / shape.keyValueHeads;
  const keyOffset = part.firstKeyValueHead * shape.headSize * 4;
  return { queryOffset: keyOffset * group, keyOffset, group };
}

/** In place; direction −1 is the backward, as the rotation is orthogonal. */
function rotate(pass: TrainingPass, query: Pointer, key: Pointer, direction: 1 | -1): void {
  const { compute, rows, positions, rope } = pass;
  const { heads, keyValueHeads, headSize } = pass.shape;
  const tables = [positions, rope.cosine, rope.sine, direction] as const;
  const queries = heads * headSize;
  const keys = keyValueHeads * headSize;
  compute.rows("rope", [heads, headSize, query, queries, ...tables], rows, queries * 2);
  compute.rows("rope", [keyValueHeads, headSize, key, keys, ...tables], rows, keys * 2);
}
