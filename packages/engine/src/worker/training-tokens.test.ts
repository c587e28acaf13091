import { expect, it } from "vitest";

import { loomShape } from "../../loom/training/shape.ts";
import type { ModelShape } from "../model/shape.ts";
import { trainingTokens } from "./training-tokens.ts";

const wide: ModelShape = {
  ...loomShape,
  width: 576,
  heads: 9,
  keyValueHeads: 3,
  headSize: 64,
  feedForward: 1536,
};

it.each([
  ["the limit for the built-in shape", loomShape, 1024, 1024],
  ["fewer for a 135M shape", wide, 1024, 176],
  [
    "never so few that products become thin",
    { ...wide, width: 4096, feedForward: 16_384 },
    1024,
    64,
  ],
])("is %s", (_, shape, maxTokens, expected) => {
  expect(trainingTokens(shape, maxTokens)).toBe(expected);
});
