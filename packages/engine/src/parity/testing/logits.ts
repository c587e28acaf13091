import type { Adapter } from "../../adapters/adapter.ts";
import { PagedCache } from "../../cache/paged-cache.ts";
import { Arena } from "../../compute/arena.ts";
import type { Model } from "../../model/model.ts";
import { runToEnd } from "../../model/run-to-end.ts";

/** The logits after each of the tokens [tokens, vocabulary], decoded in passes of `chunkTokens`. */
export function decodedLogits(
  model: Model,
  adapter: Adapter | null,
  tokens: readonly number[],
  chunkTokens: number,
): Float32Array {
  const { vocabulary } = model.shape;
  const cache = new PagedCache(model.shape, model.compute, { maxBytes: 2 ** 22 });
  const arena = new Arena(model.compute.memory);
  const sequence = cache.sequence();
  const logits = new Float32Array(tokens.length * vocabulary);
  for (let start = 0; start < tokens.length; start += chunkTokens) {
    const chunk = tokens.slice(start, start + chunkTokens);
    if (!sequence.reserve(chunk.length)) throw new Error("The cache is too small for the test.");
    const rows = chunk.map((token, index) => ({
      token,
      position: start + index,
      sequence,
      adapter,
      wantsLogits: true,
    }));
    const mark = arena.mark();
    const pointer = runToEnd(model.decode(rows, cache, arena));
    const { stride } = model.head;
    const found = model.compute.memory.floats(pointer, chunk.length * stride);
    chunk.forEach((_, index) => {
      const row = found.subarray(index * stride, index * stride + vocabulary);
      logits.set(row, (start + index) * vocabulary);
    });
    arena.release(mark);
  }
  sequence.release();
  cache.free();
  arena.free();
  return logits;
}

/** log softmax(logits)[target] of each row, in double precision. */
export function targetLogprobs(
  logits: Float32Array,
  vocabulary: number,
  targets: readonly number[],
): number[] {
  return targets.map((target, index) => {
    const row = logits.subarray(index * vocabulary, (index + 1) * vocabulary);
    const highest = Math.max(...row);
    const sum = row.reduce((total, logit) => total + Math.exp(logit - highest), 0);
    return (row[target] ?? Number.NaN) - highest - Math.log(sum);
  });
}

/** The largest |found − expected|; NaN where one is NaN or the lengths differ. */
export function largestDifference(found: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (found.length !== expected.length) return Number.NaN;
  let largest = 0;
  for (let index = 0; index < found.length; index++) {
    largest = Math.max(largest, Math.abs(found[index]! - expected[index]!));
  }
  return largest;
}

/** ‖found − expected‖ / ‖expected‖. */
export function relativeDifference(found: ArrayLike<number>, expected: ArrayLike<number>): number {
  if (found.length !== expected.length) return Number.NaN;
  let difference = 0;
  let norm = 0;
  for (let index = 0; index < found.length; index++) {
    difference += (found[index]! - expected[index]!) ** 2;
    norm += expected[index]! ** 2;
  }
  return Math.sqrt(difference / norm);
}
