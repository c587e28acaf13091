import { beforeAll, describe, expect, test } from "vitest";

import type { Adapter } from "../adapters/adapter.ts";
import { Arena } from "../compute/arena.ts";
import type { Datum } from "../datum.ts";
import { lossOf } from "../losses/index.ts";
import type { Model } from "../model/model.ts";
import { runToEnd } from "../model/run-to-end.ts";
import { adamwStep } from "../optimizer/adamw.ts";
import { readPeft } from "../weights/peft.ts";
import { type Expected, Fixture, fixtureFamilies } from "./testing/fixture.ts";
import { relativeDifference } from "./testing/logits.ts";

const tolerance = 1e-4;

describe.each(fixtureFamilies)("%s against PyTorch and peft", (family) => {
  const fixture = new Fixture(family);
  const { training } = fixture.expected;
  const losses: number[] = [];
  const norms: number[] = [];
  const gradients = new Map<string, Float32Array>();
  let adapter: Adapter;

  beforeAll(() => {
    const model = fixture.load();
    adapter = readPeft(fixture.adapterFiles(), model, { trainable: true });
    for (const [index, { clipNorm }] of training.steps.entries()) {
      losses.push(accumulate(model, adapter, training.sequences));
      if (index === 0) {
        for (const name of adapter.tensors.names()) {
          gradients.set(name, adapter.tensors.gradient(name).slice());
        }
      }
      norms.push(
        adamwStep(model.compute, adapter.tensors, {
          ...training.adam,
          ...(clipNorm !== null && { clipNorm }),
        }),
      );
    }
  });

  test("the sum of weighted cross-entropies at each step", () => {
    const expected = training.steps.map(({ loss }) => loss);
    expect(relativeDifference(losses, expected)).toBeLessThan(tolerance);
  });

  test("the gradient of every tensor of the adapter", () => {
    const names = fixture.names("gradient.");
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const difference = relativeDifference(
        gradients.get(name) ?? [],
        fixture.tensor(`gradient.${name}`),
      );
      expect(difference, name).toBeLessThan(tolerance);
    }
  });

  test("maps that the adapter does not touch have neither gradient nor weight", () => {
    const touched = new Set(fixture.names("gradient."));
    for (const [name, gradient] of gradients) {
      if (touched.has(name)) continue;
      expect(
        gradient.every((value) => value === 0),
        name,
      ).toBe(true);
      expect(
        adapter.tensors.floats(name).every((value) => value === 0),
        name,
      ).toBe(true);
    }
  });

  test("the gradient norm before clipping", () => {
    const expected = training.steps.map(({ gradientNorm }) => gradientNorm);
    expect(relativeDifference(norms, expected)).toBeLessThan(tolerance);
  });

  test("the adapter's weights after a step and a clipped one", () => {
    for (const name of fixture.names("stepped.")) {
      const difference = relativeDifference(
        adapter.tensors.floats(name),
        fixture.tensor(`stepped.${name}`),
      );
      expect(difference, name).toBeLessThan(tolerance);
    }
  });
});

/** Adds the gradient of the loss over all sequences; returns the loss. */
function accumulate(
  model: Model,
  adapter: Adapter,
  sequences: Expected["training"]["sequences"],
): number {
  const data = sequences.map(({ inputTokens, targetTokens, weights }): Datum => ({
    inputTokens: Int32Array.from(inputTokens),
    targetTokens: Int32Array.from(targetTokens),
    weights: Float32Array.from(weights),
  }));
  const loss = lossOf({ name: "cross_entropy" });
  let total = 0;
  const pass = model.train(
    {
      inputTokens: data.map(({ inputTokens }) => inputTokens),
      targetTokens: data.map(({ targetTokens }) => targetTokens),
    },
    adapter,
    (logprobs) =>
      data.map((datum, index) => {
        const term = loss(datum, logprobs[index]!);
        total += term.loss;
        return term.gradient;
      }),
    new Arena(model.compute.memory),
  );
  runToEnd(pass);
  return total;
}
