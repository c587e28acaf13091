import { describe, expect, test } from "vitest";

import { Arena } from "../compute/arena.ts";
import { runToEnd } from "../model/run-to-end.ts";
import { readPeft } from "../weights/peft.ts";
import { Fixture, fixtureFamilies } from "./testing/fixture.ts";
import { decodedLogits, largestDifference, targetLogprobs } from "./testing/logits.ts";

const tolerance = 1e-4;

describe.each(fixtureFamilies)("%s against PyTorch", (family) => {
  const fixture = new Fixture(family);
  const model = fixture.load();
  const adapter = readPeft(fixture.adapterFiles(), model);
  const tokens = fixture.expected.tokens.slice(0, -1);
  const targets = fixture.expected.tokens.slice(1);
  const cases = [
    { name: "the model alone", adapter: null, expected: fixture.tensor("logits") },
    { name: "with the adapter", adapter, expected: fixture.tensor("adapted_logits") },
  ];

  test.each(cases)("decoding in one pass gives the logits: $name", ({ adapter, expected }) => {
    const found = decodedLogits(model, adapter, tokens, tokens.length);
    expect(largestDifference(found, expected)).toBeLessThan(tolerance);
  });

  test.each(cases)("decoding one by one gives the logits: $name", ({ adapter, expected }) => {
    const found = decodedLogits(model, adapter, tokens, 1);
    expect(largestDifference(found, expected)).toBeLessThan(tolerance);
  });

  test.each(cases)("the training pass gives the logprobs: $name", ({ adapter, expected }) => {
    const arena = new Arena(model.compute.memory);
    const sequences = {
      inputTokens: [Int32Array.from(tokens)],
      targetTokens: [Int32Array.from(targets)],
    };
    const { logprobs } = runToEnd(model.train(sequences, adapter, null, arena));
    const [found] = logprobs;
    const wanted = targetLogprobs(expected, fixture.folder.shape.vocabulary, targets);
    expect(largestDifference(found ?? [], wanted)).toBeLessThan(tolerance);
  });

  test("decoding without fused multiplication gives the logits", () => {
    const plain = fixture.load({ forcePlain: true });
    const found = decodedLogits(plain, null, tokens, tokens.length);
    expect(largestDifference(found, fixture.tensor("logits"))).toBeLessThan(tolerance);
  });

  test("the adapter is no bystander", () => {
    const [alone, adapted] = cases;
    expect(largestDifference(alone!.expected, adapted!.expected)).toBeGreaterThan(0.1);
  });
});
