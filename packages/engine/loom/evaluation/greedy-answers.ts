import { PagedCache } from "../../src/cache/paged-cache.ts";
import type { CachedSequence } from "../../src/cache/cached-sequence.ts";
import { Arena } from "../../src/compute/arena.ts";
import type { Compute } from "../../src/compute/compute.ts";
import type { DecodeRow, Model } from "../../src/model/model.ts";
import { addedTokens } from "../vocabulary/tokenizer-file.ts";
import { runToEnd } from "../../src/model/run-to-end.ts";

const endTokens: readonly number[] = [addedTokens["<|im_end|>"], addedTokens["<|endoftext|>"]];

/** Sequences that run at a time. */
const mostSequences = 32;
const cacheBytes = 64 * 1024 * 1024;

interface Running {
  readonly index: number;
  readonly sequence: CachedSequence;
  readonly answer: number[];
  /** Not yet in the cache: the prompt at first, then the token just chosen. */
  pending: readonly number[];
}

/** The most likely token after each prompt, again and again until an end token or `mostTokens`. Ends are left out. */
export function greedyAnswers(
  model: Model,
  compute: Compute,
  prompts: readonly Int32Array[],
  mostTokens: number,
): number[][] {
  const cache = new PagedCache(model.shape, compute, { maxBytes: cacheBytes });
  const arena = new Arena(compute.memory);
  const answers: number[][] = prompts.map(() => []);
  const running: Running[] = [];
  let next = 0;
  while (running.length > 0 || next < prompts.length) {
    const prompt = prompts[next];
    if (prompt !== undefined && running.length < mostSequences) {
      const answer = answers[next] ?? [];
      running.push({ index: next, sequence: cache.sequence(), answer, pending: [...prompt] });
      next += 1;
      continue;
    }
    const rows = running.flatMap(rowsOf);
    const logits = runToEnd(model.decode(rows, cache, arena));
    const { vocabulary } = model.shape;
    const chosen = running.map((_, index) =>
      highest(compute.memory.floats(logits + index * vocabulary * 4, vocabulary)),
    );
    for (let index = running.length - 1; index >= 0; index -= 1) {
      const one = running[index] as Running;
      const token = chosen[index] as number;
      one.pending = [token];
      if (!endTokens.includes(token)) one.answer.push(token);
      if (endTokens.includes(token) || one.answer.length === mostTokens) {
        one.sequence.release();
        running.splice(index, 1);
      }
    }
  }
  arena.free();
  cache.free();
  return answers;
}

function rowsOf({ sequence, pending }: Running): DecodeRow[] {
  const start = sequence.length;
  if (!sequence.reserve(pending.length)) throw new RangeError("The cache is too small for this.");
  return pending.map((token, index) => ({
    token,
    position: start + index,
    sequence,
    adapter: null,
    wantsLogits: index === pending.length - 1,
  }));
}

function highest(logits: Float32Array): number {
  let best = 0;
  for (let token = 1; token < logits.length; token += 1) {
    if ((logits[token] as number) > (logits[best] as number)) best = token;
  }
  return best;
}
