import { expect, it } from "vitest";

import type { ModelShape } from "../model/shape.ts";
import { trainingTokens } from "./training-tokens.ts";

const small: ModelShape = {
  family: "llama",
  vocabulary: 260,
  width: 128,
  layers: 6,
  heads: 4,
  keyValueHeads: 2,
  headSize: 32,
  feedForward: 384,
  contextTokens: 4096,
  ropeTheta: 10_000,
  normEpsilon: 1e-5,
  hasTiedHead: true,
  hasAttentionBias: false,
  hasHeadNorm: false,
};
const wide: ModelShape = {
  ...small,
  width: 576,
  heads: 9,
  keyValueHeads: 3,
  headSize: 64,
  feedForward: 1536,
};

it.each([
  ["the limit for the built-in shape", small, 1024, 1024],
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
