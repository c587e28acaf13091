import { EngineError } from "../errors.ts";
import type { ModelShape } from "../model/shape.ts";
import type { ConfigFields } from "./config-fields.ts";
import { ropeOf } from "./rope.ts";

/** What each architecture is, and the size of its heads where its configuration names none. */
const families = {
  LlamaForCausalLM: { family: "llama", modelType: "llama", headSize: undefined },
  Qwen2ForCausalLM: { family: "qwen2", modelType: "qwen2", headSize: undefined },
  Qwen3ForCausalLM: { family: "qwen3", modelType: "qwen3", headSize: 128 },
} as const;

type Architecture = keyof typeof families;

/**
 * The shape that a `config.json` describes. Defaults are those of the configuration classes of transformers.
 * Throws `unsupported` naming the first feature that cannot be run, `invalid` for what contradicts itself.
 */
export function shapeOfConfig(config: ConfigFields): ModelShape {
  const architecture = architectureOf(config);
  const { family, headSize: familyHeadSize } = families[architecture];
  refuseFeatures(config);
  if (family !== "llama" && config.isNull("head_dim")) {
    throw config.unsupported("head_dim null", "Give its number, or leave it out for the default.");
  }
  const width = config.size("hidden_size");
  const heads = config.size("num_attention_heads");
  const shape: ModelShape = {
    family,
    vocabulary: config.size("vocab_size"),
    width,
    layers: config.size("num_hidden_layers"),
    heads,
    keyValueHeads: config.size("num_key_value_heads", heads),
    headSize:
      config.value("head_dim") === undefined
        ? (familyHeadSize ?? dividedHeadSize(width, heads, config))
        : config.size("head_dim"),
    feedForward: config.size("intermediate_size"),
    contextTokens: config.size("max_position_embeddings"),
    ...ropeOf(config),
    normEpsilon: config.positive("rms_norm_eps", 1e-6),
    hasTiedHead: config.flag("tie_word_embeddings", false),
    hasAttentionBias: family === "qwen2",
    hasHeadNorm: family === "qwen3",
  };
  checkSizes(shape, config);
  return shape;
}

function architectureOf(config: ConfigFields): Architecture {
  const supported = Object.keys(families).join(", ");
  const named = config.value("architectures");
  if (named !== undefined && !Array.isArray(named)) throw config.wrong("architectures", "a list");
  const modelType = config.text("model_type");
  const name: unknown =
    named?.[0] ??
    Object.entries(families).find(([, { modelType: known }]) => known === modelType)?.[0] ??
    modelType;
  if (typeof name !== "string") {
    throw new EngineError(
      "invalid",
      `${config.source} names no architecture. One of ${supported} is expected in "architectures".`,
    );
  }
  if (!Object.hasOwn(families, name)) {
    throw config.unsupported(`the architecture ${name}`, `Use one of ${supported}.`);
  }
  const architecture = name as Architecture;
  if (modelType !== undefined && modelType !== families[architecture].modelType) {
    throw config.unsupported(
      `the model_type ${JSON.stringify(modelType)} with the architecture ${name}`,
      `Supported are ${supported}, each with its own model_type.`,
    );
  }
  return architecture;
}

/**
 * Members that change what is computed, in configurations that otherwise look like those of a family, each with the
 * value that changes nothing.
 */
const otherMathematics: readonly (readonly [name: string, neutral: unknown])[] = [
  ["pretraining_tp", 1],
  ["attn_logit_softcapping", undefined],
  ["final_logit_softcapping", undefined],
  ["logits_soft_cap", undefined],
  ["attention_multiplier", undefined],
  ["query_pre_attn_scalar", undefined],
  ["embedding_multiplier", 1],
  ["residual_multiplier", 1],
  ["logits_scaling", 1],
  ["logit_scale", 1],
  ["scale_emb", 1],
  ["scale_depth", undefined],
  ["clip_qkv", undefined],
  ["rope_interleaved", false],
  ["use_mrope", false],
  ["no_rope_layers", undefined],
  ["no_rope_layer_interval", undefined],
];

/** What a dense decoder has not: each is named, so that nobody gets numbers of another model. */
function refuseFeatures(config: ConfigFields): void {
  const dense = "Choose a dense text model.";
  for (const name of [
    "num_experts",
    "num_local_experts",
    "n_routed_experts",
    "moe_intermediate_size",
  ]) {
    if (config.value(name) !== undefined) throw config.unsupported(`${name} (experts)`, dense);
  }
  for (const name of ["vision_config", "audio_config", "text_config", "thinker_config"]) {
    if (config.value(name) !== undefined) throw config.unsupported(name, dense);
  }
  if (config.value("quantization_config") !== undefined) {
    throw config.unsupported("quantization_config", "Use the weights in F32, F16 or BF16.");
  }
  if (config.flag("use_sliding_window", false)) {
    throw config.unsupported("use_sliding_window", "Every layer must attend to the whole context.");
  }
  const layerTypes = config.value("layer_types");
  if (layerTypes !== undefined && !Array.isArray(layerTypes)) {
    throw config.wrong("layer_types", "a list");
  }
  const other: unknown = layerTypes?.find((type) => type !== "full_attention");
  if (other !== undefined) {
    throw config.unsupported(
      `${JSON.stringify(other)} in layer_types`,
      "Every layer must be full_attention.",
    );
  }
  for (const name of ["attention_bias", "mlp_bias"]) {
    if (config.flag(name, false)) {
      throw config.unsupported(name, "Only Qwen2's bias of query, key and value is supported.");
    }
  }
  for (const [name, neutral] of otherMathematics) {
    const value = config.value(name);
    if (value === undefined || value === neutral) continue;
    const remedy =
      neutral === undefined
        ? "It changes what the model computes."
        : `It changes what the model computes; only ${JSON.stringify(neutral)} does not.`;
    throw config.unsupported(`${name} ${JSON.stringify(value)}`, remedy);
  }
  const activation = config.text("hidden_act") ?? "silu";
  if (activation !== "silu" && activation !== "swish") {
    throw config.unsupported(`hidden_act ${JSON.stringify(activation)}`, "Use silu.");
  }
}

function dividedHeadSize(width: number, heads: number, config: ConfigFields): number {
  if (width % heads === 0) return width / heads;
  throw new EngineError(
    "invalid",
    `${config.source} has no head_dim, and num_attention_heads ${heads} does not divide hidden_size ${width}.`,
  );
}

function checkSizes(shape: ModelShape, config: ConfigFields): void {
  const { width, feedForward, headSize, heads, keyValueHeads } = shape;
  if (heads % keyValueHeads !== 0) {
    throw new EngineError(
      "invalid",
      `${config.source}: num_key_value_heads ${keyValueHeads} does not divide num_attention_heads ${heads}.`,
    );
  }
  const multiples = [
    ["hidden_size", width, 4],
    ["intermediate_size", feedForward, 4],
    ["a head size (head_dim, or hidden_size / num_attention_heads) of", headSize, 8],
  ] as const;
  for (const [name, size, step] of multiples) {
    if (size % step !== 0) {
      throw config.unsupported(`${name} ${size}`, `It must be a multiple of ${step}.`);
    }
  }
}
