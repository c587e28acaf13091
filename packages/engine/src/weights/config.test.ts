import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { EngineError } from "../errors.ts";
import type { ModelShape } from "../model/shape.ts";
import { shapeOfConfig } from "./config.ts";
import { ConfigFields } from "./config-fields.ts";
import { tinyConfig } from "./testing/written-folder.ts";

function shapeOf(changes: Readonly<Record<string, unknown>>): ModelShape {
  return shapeOfConfig(new ConfigFields({ ...tinyConfig, ...changes }, "config.json"));
}

const llama: ModelShape = {
  family: "llama",
  vocabulary: 6,
  width: 8,
  layers: 2,
  heads: 1,
  keyValueHeads: 1,
  headSize: 8,
  feedForward: 12,
  contextTokens: 64,
  ropeTheta: 10_000,
  normEpsilon: 1e-6,
  hasTiedHead: false,
  hasAttentionBias: false,
  hasHeadNorm: false,
};

const llama3 = {
  factor: 8,
  low_freq_factor: 1,
  high_freq_factor: 4,
  original_max_position_embeddings: 32,
};
const llama3Scaling = {
  kind: "llama3",
  factor: 8,
  lowFrequencyFactor: 1,
  highFrequencyFactor: 4,
  originalContextTokens: 32,
};

describe("a configuration gives the shape:", () => {
  const qwen2 = { architectures: ["Qwen2ForCausalLM"], model_type: "qwen2" };
  const qwen3 = { architectures: ["Qwen3ForCausalLM"], model_type: "qwen3" };
  test.each<[string, Record<string, unknown>, Partial<ModelShape>]>([
    ["Llama with every default", {}, {}],
    [
      "null as left out",
      { head_dim: null, num_key_value_heads: null, rope_scaling: null, quantization_config: null },
      {},
    ],
    ["an architecture by its type alone", { architectures: null }, {}],
    ["Qwen2: bias", qwen2, { family: "qwen2", hasAttentionBias: true }],
    [
      "Qwen2: a window that is not used",
      {
        ...qwen2,
        sliding_window: 4096,
        use_sliding_window: false,
        layer_types: ["full_attention", "full_attention"],
      },
      { family: "qwen2", hasAttentionBias: true },
    ],
    ["Qwen3: norms, heads of 128", qwen3, { family: "qwen3", hasHeadNorm: true, headSize: 128 }],
    ["heads of another size", { head_dim: 16 }, { headSize: 16 }],
    [
      "grouped heads",
      { num_attention_heads: 4, head_dim: 8, num_key_value_heads: 2 },
      { heads: 4, keyValueHeads: 2 },
    ],
    [
      "a tied head, another epsilon",
      { tie_word_embeddings: true, rms_norm_eps: 1e-5 },
      { hasTiedHead: true, normEpsilon: 1e-5 },
    ],
    ["swish for silu", { hidden_act: "swish" }, {}],
    [
      "members that change nothing as they are",
      { pretraining_tp: 1, rope_interleaved: false, final_logit_softcapping: null },
      {},
    ],
    [
      "rotation, old form",
      { rope_theta: 5e5, rope_scaling: { rope_type: "linear", factor: 4 } },
      { ropeTheta: 5e5, ropeScaling: { kind: "linear", factor: 4 } },
    ],
    [
      "rotation, older form",
      { rope_theta: 5e5, rope_scaling: { type: "linear", factor: 4 } },
      { ropeTheta: 5e5, ropeScaling: { kind: "linear", factor: 4 } },
    ],
    [
      "rotation, new form",
      { rope_parameters: { rope_theta: 5e5, rope_type: "default" } },
      { ropeTheta: 5e5 },
    ],
    [
      "rotation, new form without a kind",
      { rope_parameters: { rope_theta: 5e5 } },
      { ropeTheta: 5e5 },
    ],
    [
      "Llama 3's rotation, old form",
      { rope_theta: 5e5, rope_scaling: { ...llama3, rope_type: "llama3" } },
      { ropeTheta: 5e5, ropeScaling: llama3Scaling as never },
    ],
    [
      "Llama 3's rotation, new form",
      { rope_parameters: { ...llama3, rope_theta: 5e5, rope_type: "llama3" } },
      { ropeTheta: 5e5, ropeScaling: llama3Scaling as never },
    ],
  ])("%s", (_, changes, expected) => {
    expect(shapeOf(changes)).toEqual({ ...llama, ...expected });
  });
});

describe("a configuration is refused by name:", () => {
  test.each<[string, Record<string, unknown>, EngineError["kind"], RegExp]>([
    [
      "another architecture",
      { architectures: ["MistralForCausalLM"] },
      "unsupported",
      /architecture MistralForCausalLM is not supported\. Use one of LlamaForCausalLM, Qwen2ForCausalLM, Qwen3ForCausalLM/u,
    ],
    [
      "another task",
      { architectures: ["LlamaForSequenceClassification"] },
      "unsupported",
      /LlamaForSequenceClassification/u,
    ],
    [
      "another type without architecture",
      { architectures: null, model_type: "gpt2" },
      "unsupported",
      /architecture gpt2/u,
    ],
    [
      "a type that is not the architecture's",
      { model_type: "mllama" },
      "unsupported",
      /model_type "mllama" with the architecture LlamaForCausalLM/u,
    ],
    ["none at all", { architectures: [], model_type: null }, "invalid", /names no architecture/u],
    ["experts", { num_experts: 8 }, "unsupported", /num_experts/u],
    ["vision", { vision_config: {} }, "unsupported", /vision_config/u],
    ["audio", { audio_config: {} }, "unsupported", /audio_config/u],
    [
      "quantised weights",
      { quantization_config: { quant_method: "gptq" } },
      "unsupported",
      /quantization_config.*F32, F16 or BF16/u,
    ],
    ["a sliding window in use", { use_sliding_window: true }, "unsupported", /use_sliding_window/u],
    [
      "layers with a window",
      { layer_types: ["full_attention", "sliding_attention"] },
      "unsupported",
      /"sliding_attention" in layer_types/u,
    ],
    ["bias in attention", { attention_bias: true }, "unsupported", /attention_bias/u],
    ["bias in the feed-forward", { mlp_bias: true }, "unsupported", /mlp_bias/u],
    [
      "products in slices",
      { pretraining_tp: 2 },
      "unsupported",
      /pretraining_tp 2.*only 1 does not/u,
    ],
    [
      "logits with a soft cap",
      { final_logit_softcapping: 30 },
      "unsupported",
      /final_logit_softcapping 30 .*changes what the model computes/u,
    ],
    [
      "scores with a soft cap",
      { attn_logit_softcapping: 50 },
      "unsupported",
      /attn_logit_softcap/u,
    ],
    [
      "scaled residuals",
      { residual_multiplier: 0.22 },
      "unsupported",
      /residual_multiplier 0\.22/u,
    ],
    ["layers without rotation", { no_rope_layers: [1, 0] }, "unsupported", /no_rope_layers/u],
    [
      "heads of a size that is null, which Qwen's own code cannot run",
      { architectures: ["Qwen3ForCausalLM"], model_type: "qwen3", head_dim: null },
      "unsupported",
      /head_dim null.*leave it out/u,
    ],
    ["another activation", { hidden_act: "gelu" }, "unsupported", /hidden_act "gelu"/u],
    [
      "yarn",
      { rope_scaling: { rope_type: "yarn", factor: 4 } },
      "unsupported",
      /kind "yarn".*default, linear or llama3/u,
    ],
    ["dynamic", { rope_scaling: { type: "dynamic", factor: 4 } }, "unsupported", /kind "dynamic"/u],
    ["longrope", { rope_parameters: { rope_type: "longrope" } }, "unsupported", /kind "longrope"/u],
    [
      "rotation by kinds of layers",
      { rope_parameters: { full_attention: { rope_type: "default" } } },
      "invalid",
      /has no rope_type/u,
    ],
    [
      "part of a head rotated",
      { partial_rotary_factor: 0.5 },
      "unsupported",
      /partial_rotary_factor 0\.5/u,
    ],
    [
      "scaling without its factor",
      { rope_scaling: { rope_type: "linear" } },
      "invalid",
      /rope_scaling has no factor/u,
    ],
    [
      "a width that is no multiple of 4",
      { hidden_size: 10, head_dim: 8 },
      "unsupported",
      /hidden_size 10.*multiple of 4/u,
    ],
    [
      "a feed-forward that is none",
      { intermediate_size: 13 },
      "unsupported",
      /intermediate_size 13.*multiple of 4/u,
    ],
    [
      "heads that are no multiple of 8",
      { num_attention_heads: 2 },
      "unsupported",
      /head size.* 4 is not supported.*multiple of 8/u,
    ],
    [
      "heads that do not divide the width",
      { num_attention_heads: 3 },
      "invalid",
      /num_attention_heads 3 does not divide hidden_size 8/u,
    ],
    [
      "groups that do not divide the heads",
      { num_attention_heads: 4, head_dim: 8, num_key_value_heads: 3 },
      "invalid",
      /num_key_value_heads 3 does not divide/u,
    ],
    [
      "a size that is missing",
      { vocab_size: undefined },
      "invalid",
      /config\.json has no vocab_size/u,
    ],
    [
      "a size that is text",
      { num_hidden_layers: "2" },
      "invalid",
      /num_hidden_layers is "2"; expected a whole number/u,
    ],
    ["a size of 0", { num_hidden_layers: 0 }, "invalid", /num_hidden_layers is 0/u],
    ["a size beyond all bounds", { hidden_size: 1e30 }, "invalid", /hidden_size is 1e\+30/u],
  ])("%s", (_, changes, kind, message) => {
    expect(() => shapeOf(changes)).toThrow(
      expect.objectContaining({
        name: "EngineError",
        kind,
        message: expect.stringMatching(message),
      }),
    );
  });

  test("whatever its members are: a shape or an EngineError", () => {
    const members = [
      ...Object.keys(tinyConfig),
      "rope_scaling",
      "rope_parameters",
      "head_dim",
      "layer_types",
      "tie_word_embeddings",
    ];
    fc.assert(
      fc.property(fc.constantFrom(...members), fc.jsonValue(), (member, value) => {
        try {
          shapeOf({ [member]: value });
        } catch (error) {
          expect(error).toBeInstanceOf(EngineError);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
