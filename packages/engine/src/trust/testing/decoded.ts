import type { Adapter } from "../../adapters/adapter.ts";
import type { CachedSequence } from "../../cache/cached-sequence.ts";
import type { PagedCache } from "../../cache/paged-cache.ts";
import { Arena } from "../../compute/arena.ts";
import type { DecodeRow } from "../../model/decode-batch.ts";
import type { Model } from "../../model/model.ts";
import { runToEnd } from "../../model/run-to-end.ts";

/** The rows of one sequence from its present length on, reserved; all of them want logits. */
export function rowsOf(
  sequence: CachedSequence,
  tokens: Int32Array,
  adapter: Adapter | null = null,
): DecodeRow[] {
  const first = sequence.length;
  if (!sequence.reserve(tokens.length)) throw new Error("The test's cache is too small.");
  return Array.from(tokens, (token, i) => ({
    token,
    position: first + i,
    sequence,
    adapter,
    wantsLogits: true,
  }));
}

/** Runs one pass; copies of the logits [rows that want them][vocabulary]. */
export function decodeRows(
  model: Model,
  cache: PagedCache,
  rows: readonly DecodeRow[],
): Float32Array[] {
  const { compute, head } = model;
  const arena = new Arena(compute.memory);
  const logits = runToEnd(model.decode(rows, cache, arena));
  const wanted = rows.filter((row) => row.wantsLogits).length;
  const copies = Array.from({ length: wanted }, (_, i) =>
    compute.memory.floats(logits + i * head.stride * 4, head.vocabulary).slice(),
  );
  arena.free();
  return copies;
}

/** Logits of every position of a fresh sequence, its tokens cut into passes of these sizes. */
export function decodeInChunks(
  model: Model,
  cache: PagedCache,
  tokens: Int32Array,
  sizes: readonly number[],
  adapter: Adapter | null = null,
): Float32Array[] {
  const sequence = cache.sequence();
  const logits: Float32Array[] = [];
  let first = 0;
  for (const size of sizes) {
    const chunk = tokens.subarray(first, first + size);
    logits.push(...decodeRows(model, cache, rowsOf(sequence, chunk, adapter)));
    first += size;
  }
  sequence.release();
  return logits;
}
