import type { PagedCache } from "../cache/paged-cache.ts";
import type { Arena } from "../compute/arena.ts";
import type { Pointer } from "../compute/kernels.ts";
import { attentionServe } from "./attention-block.ts";
import type { DecodeRow } from "./decode-batch.ts";
import { layOutRows } from "./decode-batch.ts";
import { feedForwardServe } from "./feed-forward.ts";
import { headServe } from "./head.ts";
import type { ModelParts } from "./model-parts.ts";

/** Below this many rows a pass is over before anyone could use a pause. */
const yieldingRows = 64;

/** See `Model.decode`. */
export function* decode(
  model: ModelParts,
  rows: readonly DecodeRow[],
  cache: PagedCache,
  arena: Arena,
): Generator<void, Pointer> {
  const mark = arena.mark();
  try {
    if (rows.length === 0) return 0;
    const batch = layOutRows(model, rows, cache, arena);
    const { x, normed, added, rstd } = batch.scratch;
    const { width } = model.shape;
    const { kernels } = model.compute;
    const logits = arena.allocate(batch.wanted * model.head.stride);
    kernels.embeddingForward(width, model.embedding, batch.tokens, x, 0, batch.rows);
    for (const layer of model.layers) {
      attentionServe(batch, layer, x);
      feedForwardServe(batch, layer, x);
      if (batch.rows > yieldingRows) yield;
    }
    for (const row of rows) row.sequence.extendTo(row.position + 1);
    if (batch.wanted === 0) return logits;
    let last = x;
    if (batch.wanted < batch.rows) {
      // Wanted rows are looked up as tokens are in an embedding.
      kernels.embeddingForward(width, x, batch.wantedRows, added, 0, batch.wanted);
      last = added;
    }
    headServe(model.compute, model.head, batch.wanted, last, normed, rstd, logits);
    return logits;
  } finally {
    arena.release(mark);
  }
}
