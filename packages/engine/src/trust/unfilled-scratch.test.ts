import { expect, test } from "vitest";
import { PagedCache } from "../cache/paged-cache.ts";
import { Compute } from "../compute/compute.ts";
import { Model } from "../model/model.ts";
import { decodeInChunks } from "./testing/decoded.ts";
import { differingRows, differingTensors } from "./testing/differences.ts";
import { fillRandomly, randomTokens } from "./testing/random-weights.ts";
import { tinyShapes } from "./testing/shapes.ts";
import { accumulate, copied, randomSequences } from "./testing/training.ts";

// Arenas give out memory as it lies there: nothing may be read that the pass itself has not written.

test.each(Object.entries(tinyShapes))(
  "%s: what scratch held before changes nothing",
  (_, shape) => {
    const results = [0, Number.NaN].map((content) => {
      const compute = new Compute();
      const model = new Model(shape, compute, { trainable: true });
      fillRandomly(model.weights, 1);
      const adapter = model.createAdapter({
        rank: 3,
        alpha: 6,
        targets: "all",
        seed: 4,
        trainable: true,
      });
      const cache = new PagedCache(shape, compute, { maxBytes: 2 ** 22 });
      const bytes = 2 ** 24;
      const scratch = compute.memory.allocate(bytes);
      compute.memory.floats(scratch, bytes / 4).fill(content);
      compute.memory.free(scratch);
      const sequences = randomSequences([21, 3, 50], shape.vocabulary, 20);
      const logprobs = [...accumulate(model, sequences), ...accumulate(model, sequences, adapter)];
      const tokens = randomTokens(30, shape.vocabulary, 2);
      const logits = decodeInChunks(model, cache, tokens, [19, 1, 10], adapter);
      return {
        rows: [...logprobs, ...logits],
        base: copied(model.weights, "gradient"),
        adapter: copied(adapter.tensors, "gradient"),
      };
    });
    const [clean, dirty] = results as [(typeof results)[0], (typeof results)[0]];
    expect(differingRows(dirty.rows, clean.rows)).toEqual([]);
    expect(differingTensors(dirty.base, clean.base)).toEqual([]);
    expect(differingTensors(dirty.adapter, clean.adapter)).toEqual([]);
  },
);
