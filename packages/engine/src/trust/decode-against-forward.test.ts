import { describe, expect, test } from "vitest";
import { PagedCache } from "../cache/paged-cache.ts";
import { Arena } from "../compute/arena.ts";
import { Compute } from "../compute/compute.ts";
import { Model } from "../model/model.ts";
import { runToEnd } from "../model/run-to-end.ts";
import { decodeInChunks } from "./testing/decoded.ts";
import { relativeDifference } from "./testing/differences.ts";
import { fillRandomly, randomTokens } from "./testing/random-weights.ts";
import { referenceLogits, referenceLogprobs } from "./testing/reference-model.ts";
import { inFloat64 } from "./testing/reference-weights.ts";
import { tinyShapes } from "./testing/shapes.ts";

const length = 37;

describe.each(Object.entries(tinyShapes))("%s", (_, shape) => {
  const compute = new Compute();
  const model = new Model(shape, compute);
  fillRandomly(model.weights, 1);
  const adapter = model.createAdapter({ rank: 5, alpha: 7, targets: "all", trainable: true });
  fillRandomly(adapter.tensors, 2);
  const cache = new PagedCache(shape, compute, { maxBytes: 2 ** 20 });
  const inputs = randomTokens(length, shape.vocabulary, 3);
  const targets = randomTokens(length, shape.vocabulary, 4);

  test.each([
    ["base", null],
    ["adapter", adapter],
  ] as const)(
    "token by token, %s has the logits of float64 and the logprobs of training",
    (_, lora) => {
      const logits = decodeInChunks(model, cache, inputs, Array(length).fill(1), lora);
      const exact = referenceLogits(
        shape,
        inFloat64(model.weights),
        lora && { tensors: inFloat64(lora.tensors), scale: lora.scale },
        inputs,
      );
      const differences = logits.map((row, t) => relativeDifference(row, exact[t]!));
      expect(Math.max(...differences)).toBeLessThan(1e-5);

      const { logprobs } = runToEnd(
        model.train(
          { inputTokens: [inputs], targetTokens: [targets] },
          lora,
          null,
          new Arena(compute.memory),
        ),
      );
      const decoded = referenceLogprobs(
        logits.map((row) => Float64Array.from(row)),
        targets,
      );
      const apart = decoded.map((logprob, t) => Math.abs(logprob - logprobs[0]![t]!));
      expect(Math.max(...apart)).toBeLessThan(2e-5);
    },
  );
});
