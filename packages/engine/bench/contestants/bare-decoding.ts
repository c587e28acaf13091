import { PagedCache } from "../../src/cache/paged-cache.ts";
import { Arena } from "../../src/compute/arena.ts";
import { Compute } from "../../src/compute/compute.ts";
import type { DecodeRow } from "../../src/model/decode-batch.ts";
import { Model } from "../../src/model/model.ts";
import { runToEnd } from "../../src/model/run-to-end.ts";
import { loadWeights } from "../../src/weights/load-weights.ts";
import { readModelFolder } from "../../src/weights/model-folder.ts";
import type { Decoding } from "./decoding.ts";
import { firstToken, likeliest, promptRows, promptToken } from "./decoding.ts";

/** The model by itself, in this thread: no scheduler, no worker, no sampler. */
export interface BareDecoding extends Decoding {
  readonly model: Model;
}

/** Loads the weights of a folder. */
export function bareDecoding(folder: string, threads: number): BareDecoding {
  const compute = new Compute({ threads });
  const source = readModelFolder(folder);
  const model = new Model(source.shape, compute);
  loadWeights(source, model);
  const cache = new PagedCache(source.shape, compute, { maxBytes: 2 ** 28 });
  const arena = new Arena(compute.memory);
  const { stride, vocabulary } = model.head;
  const step = (rows: readonly DecodeRow[]): ((index: number) => Float32Array) => {
    const logits = runToEnd(model.decode(rows, cache, arena));
    return (index) => compute.memory.floats(logits + index * stride * 4, vocabulary);
  };
  return {
    model,
    decode: ({ streams, tokens }) => {
      const sequences = Array.from({ length: streams }, () => cache.sequence());
      const next = sequences.map((_, stream) => firstToken(stream));
      for (let position = 0; position < tokens; position += 1) {
        const rows = sequences.map((sequence, stream): DecodeRow => {
          sequence.reserve(1);
          const token = next[stream]!;
          return { token, position, sequence, adapter: null, wantsLogits: true };
        });
        const logits = step(rows);
        for (let stream = 0; stream < streams; stream += 1)
          next[stream] = likeliest(logits(stream));
      }
      for (const sequence of sequences) sequence.release();
    },
    prefill: (tokens) => {
      const sequence = cache.sequence();
      for (let from = 0; from < tokens; from += promptRows) {
        const count = Math.min(promptRows, tokens - from);
        sequence.reserve(count);
        step(
          Array.from({ length: count }, (_, i): DecodeRow => {
            const position = from + i;
            const token = promptToken(position);
            const wantsLogits = position === tokens - 1;
            return { token, position, sequence, adapter: null, wantsLogits };
          }),
        );
      }
      sequence.release();
    },
    close: () => compute.close(),
  };
}
