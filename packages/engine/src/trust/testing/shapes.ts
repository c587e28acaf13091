import type { ModelShape } from "../../model/shape.ts";

const llama: ModelShape = {
  family: "llama",
  vocabulary: 40,
  width: 16,
  layers: 2,
  heads: 4,
  keyValueHeads: 2,
  headSize: 8,
  feedForward: 24,
  contextTokens: 64,
  ropeTheta: 10_000,
  normEpsilon: 1e-5,
  hasTiedHead: true,
  hasAttentionBias: false,
  hasHeadNorm: false,
};

/** Small shapes that between them have everything in which supported models differ. */
export const tinyShapes: Readonly<Record<string, ModelShape>> = {
  "llama, tied": llama,
  "llama, untied, linear rope, one key head": {
    ...llama,
    hasTiedHead: false,
    keyValueHeads: 1,
    ropeScaling: { kind: "linear", factor: 4 },
  },
  "llama 3 rope, heads narrower than the model": {
    ...llama,
    width: 20,
    heads: 2,
    ropeTheta: 500,
    ropeScaling: {
      kind: "llama3",
      factor: 8,
      lowFrequencyFactor: 1,
      highFrequencyFactor: 4,
      originalContextTokens: 32,
    },
  },
  "qwen2, biases, odd vocabulary": {
    ...llama,
    family: "qwen2",
    vocabulary: 37,
    hasAttentionBias: true,
  },
  "qwen3, head norms, heads wider than the model, untied": {
    ...llama,
    family: "qwen3",
    vocabulary: 42,
    headSize: 16,
    hasTiedHead: false,
    hasHeadNorm: true,
    normEpsilon: 1e-6,
  },
};

/** Large enough that several threads take part, and that many rows and few go through different code. */
export const threadedShape: ModelShape = {
  ...llama,
  family: "qwen3",
  vocabulary: 301,
  width: 64,
  headSize: 24,
  feedForward: 192,
  contextTokens: 256,
  hasHeadNorm: true,
  hasAttentionBias: true,
};
