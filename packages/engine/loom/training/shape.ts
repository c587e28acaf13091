import type { ModelShape } from "../../src/model/shape.ts";

/** Loom's shape; `models/loom/config.json` says the same in the words of Hugging Face. */
export const loomShape: ModelShape = {
  family: "llama",
  vocabulary: 1024,
  width: 192,
  layers: 6,
  heads: 6,
  keyValueHeads: 2,
  headSize: 32,
  feedForward: 512,
  contextTokens: 4096,
  ropeTheta: 10_000,
  normEpsilon: 1e-5,
  hasTiedHead: true,
  hasAttentionBias: false,
  hasHeadNorm: false,
};
