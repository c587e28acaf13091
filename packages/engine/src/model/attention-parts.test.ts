import { expect, test } from "vitest";
import { Arena } from "../compute/arena.ts";
import { Compute } from "../compute/compute.ts";
import { tinyShapes } from "../trust/testing/shapes.ts";
import { attentionParts } from "./attention-parts.ts";

// Four heads, two of them to a key-value head: a sequence of 8 takes 4 · 8 · 8 = 256 floats.
const shape = tinyShapes["llama, tied"]!;
const { memory } = new Compute();

test.each([
  ["all together where they fit", [8, 8], 512, [[2, 0, 2, 512]]],
  [
    "sequences apart where they do not",
    [8, 8, 8],
    512,
    [
      [2, 0, 2, 512],
      [1, 0, 2, 256],
    ],
  ],
  [
    "a long one head by head",
    [8, 16, 8],
    512,
    [
      [1, 0, 2, 256],
      [1, 0, 1, 512],
      [1, 1, 1, 512],
      [1, 0, 2, 256],
    ],
  ],
  [
    "a single head even where that is too much",
    [16],
    10,
    [
      [1, 0, 1, 512],
      [1, 1, 1, 512],
    ],
  ],
  ["lengths rounded up to four columns", [5], 1000, [[1, 0, 2, 160]]],
])("%s", (_, lengths, maxFloats, expected) => {
  const parts = attentionParts(lengths, shape, maxFloats, memory, new Arena(memory));
  const found = parts.map((part) => [
    part.sequenceCount,
    part.firstKeyValueHead,
    part.keyValueHeads,
    part.probabilityFloats,
  ]);
  expect(found).toEqual(expected);
});

test("tables tell first row, length and where the probabilities begin within the part", () => {
  const parts = attentionParts([8, 5, 8], shape, 420, memory, new Arena(memory));
  const tables = parts.map((part) => [...memory.ints(part.sequences, part.sequenceCount * 3)]);
  expect(tables).toEqual([
    [0, 8, 0, 8, 5, 256],
    [13, 8, 0],
  ]);
});
