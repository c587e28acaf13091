import type { ModelShape } from "../../src/model/shape.ts";

const llama: Omit<
  ModelShape,
  "width" | "layers" | "heads" | "keyValueHeads" | "headSize" | "feedForward"
> = {
  family: "llama",
  vocabulary: 49_152,
  contextTokens: 8192,
  ropeTheta: 100_000,
  normEpsilon: 1e-5,
  hasTiedHead: true,
  hasAttentionBias: false,
  hasHeadNorm: false,
};
const qwen = { ...llama, vocabulary: 151_936, ropeTheta: 1_000_000, normEpsilon: 1e-6 };

/** Shapes of models that many people know, by the names of their folders on Hugging Face: from their `config.json`. */
export const knownShapes: Readonly<Record<string, ModelShape>> = {
  "HuggingFaceTB/SmolLM2-135M-Instruct": {
    ...llama,
    width: 576,
    layers: 30,
    heads: 9,
    keyValueHeads: 3,
    headSize: 64,
    feedForward: 1536,
  },
  "HuggingFaceTB/SmolLM2-360M-Instruct": {
    ...llama,
    width: 960,
    layers: 32,
    heads: 15,
    keyValueHeads: 5,
    headSize: 64,
    feedForward: 2560,
  },
  "Qwen/Qwen2.5-0.5B-Instruct": {
    ...qwen,
    family: "qwen2",
    contextTokens: 32_768,
    width: 896,
    layers: 24,
    heads: 14,
    keyValueHeads: 2,
    headSize: 64,
    feedForward: 4864,
    hasAttentionBias: true,
  },
  "Qwen/Qwen3-0.6B": {
    ...qwen,
    family: "qwen3",
    contextTokens: 40_960,
    width: 1024,
    layers: 28,
    heads: 16,
    keyValueHeads: 8,
    headSize: 128,
    feedForward: 3072,
    hasHeadNorm: true,
  },
};
