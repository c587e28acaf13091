import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type DrawnTensor, tensorsFile } from "./tensors-file.ts";

const enginePackage = dirname(fileURLToPath(import.meta.resolve("@heddle/engine/package.json")));
const loom = join(enginePackage, "models/loom");
const [width, layers, feedForward, head] = [32, 2, 64, 16];

const config = {
  architectures: ["LlamaForCausalLM"],
  model_type: "llama",
  vocab_size: 260,
  hidden_size: width,
  intermediate_size: feedForward,
  num_hidden_layers: layers,
  num_attention_heads: 2,
  num_key_value_heads: 1,
  head_dim: head,
  max_position_embeddings: 512,
  tie_word_embeddings: true,
  eos_token_id: [257, 258],
};

/** How a tiny model differs from the usual one. */
export interface TinyModelChanges {
  readonly seed?: number;
  /** Members of `config.json`; they must leave the shapes of the weights. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly generationConfig?: Readonly<Record<string, unknown>>;
  readonly chatTemplate?: string;
  /** Changes the members of `tokenizer.json`. */
  readonly tokenizer?: (file: TokenizerFile) => object;
}

/** The members of `tokenizer.json` that tests change. */
export interface TokenizerFile {
  readonly added_tokens: readonly { readonly id: number; readonly content: string }[];
  readonly post_processor: unknown;
  readonly model: {
    readonly vocab: Readonly<Record<string, number>>;
    readonly merges: readonly unknown[];
  };
}

/**
 * Writes a model of random weights in the Hugging Face layout, with bytes as tokens and 26,000
 * parameters. Returns the folder.
 */
export function writeTinyModel(folder: string, changes: TinyModelChanges = {}): string {
  mkdirSync(folder, { recursive: true });
  for (const name of ["tokenizer_config.json", "chat_template.jinja"]) {
    copyFileSync(join(loom, name), join(folder, name));
  }
  const { seed = 1, generationConfig, chatTemplate } = changes;
  const write = (name: string, value: unknown): void =>
    writeFileSync(join(folder, name), JSON.stringify(value));
  write("config.json", { ...config, ...changes.config });
  if (generationConfig !== undefined) write("generation_config.json", generationConfig);
  write("tokenizer.json", (changes.tokenizer ?? ((file) => file))(byteTokenizer()));
  if (chatTemplate !== undefined) writeFileSync(join(folder, "chat_template.jinja"), chatTemplate);
  writeFileSync(join(folder, "model.safetensors"), tensorsFile(modelTensors(), seed));
  return folder;
}

/** The built-in model's `tokenizer.json` without its words: 256 bytes, four special tokens after them. */
function byteTokenizer(): TokenizerFile {
  const file = JSON.parse(readFileSync(join(loom, "tokenizer.json"), "utf8")) as TokenizerFile;
  const bytes = Object.entries(file.model.vocab).filter(([, id]) => id < 256);
  return {
    ...file,
    added_tokens: file.added_tokens.filter(({ id }) => id < 260),
    model: { ...file.model, vocab: Object.fromEntries(bytes), merges: [] },
  };
}

/** How a tiny adapter differs from the usual one. */
export interface TinyAdapterChanges {
  readonly seed?: number;
  readonly rank?: number;
  /** Width of the model that it is made for. */
  readonly width?: number;
}

/** Writes an adapter for such a model in PEFT's layout, for the query projections. Returns the folder. */
export function writeTinyAdapter(
  folder: string,
  madeFor: string,
  changes: TinyAdapterChanges = {},
): string {
  const { seed = 2, rank = 4, width: adapted = width } = changes;
  mkdirSync(folder, { recursive: true });
  const adapter = {
    peft_type: "LORA",
    task_type: "CAUSAL_LM",
    base_model_name_or_path: madeFor,
    r: rank,
    lora_alpha: 64,
    target_modules: ["q_proj"],
  };
  writeFileSync(join(folder, "adapter_config.json"), JSON.stringify(adapter));
  const tensors = Array.from({ length: layers }, (_, layer): DrawnTensor[] => {
    const name = `base_model.model.model.layers.${layer}.self_attn.q_proj`;
    return [
      [`${name}.lora_A.weight`, [rank, adapted]],
      [`${name}.lora_B.weight`, [adapted, rank]],
    ];
  });
  writeFileSync(join(folder, "adapter_model.safetensors"), tensorsFile(tensors.flat(), seed));
  return folder;
}

function modelTensors(): readonly DrawnTensor[] {
  const inLayers = Array.from({ length: layers }, (_, layer): DrawnTensor[] => {
    const name = `model.layers.${layer}`;
    return [
      [`${name}.input_layernorm.weight`, [width]],
      [`${name}.self_attn.q_proj.weight`, [width, width]],
      [`${name}.self_attn.k_proj.weight`, [head, width]],
      [`${name}.self_attn.v_proj.weight`, [head, width]],
      [`${name}.self_attn.o_proj.weight`, [width, width]],
      [`${name}.post_attention_layernorm.weight`, [width]],
      [`${name}.mlp.gate_proj.weight`, [feedForward, width]],
      [`${name}.mlp.up_proj.weight`, [feedForward, width]],
      [`${name}.mlp.down_proj.weight`, [width, feedForward]],
    ];
  });
  return [
    ["model.embed_tokens.weight", [260, width]],
    ...inLayers.flat(),
    ["model.norm.weight", [width]],
  ];
}
