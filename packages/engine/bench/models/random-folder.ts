import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Compute } from "../../src/compute/compute.ts";
import { loomFolder } from "../../src/loom.ts";
import { Model } from "../../src/model/model.ts";
import type { ModelShape } from "../../src/model/shape.ts";
import { writeSafetensors } from "../../src/weights/safetensors.ts";
import { bytePairTokenizer } from "./byte-pair-tokenizer.ts";

const architectures = { llama: "Llama", qwen2: "Qwen2", qwen3: "Qwen3" } as const;

/**
 * Writes a model of untrained weights in BF16, the same for the same shape, with a tokenizer of its size: speed does not
 * depend on what the weights are. Returns the folder.
 */
export async function writeRandomFolder(folder: string, shape: ModelShape): Promise<string> {
  mkdirSync(folder, { recursive: true });
  for (const name of ["tokenizer_config.json", "chat_template.jinja"])
    copyFileSync(join(loomFolder, name), join(folder, name));
  writeFileSync(join(folder, "tokenizer.json"), bytePairTokenizer(shape.vocabulary));
  const config = {
    architectures: [`${architectures[shape.family]}ForCausalLM`],
    model_type: shape.family,
    vocab_size: shape.vocabulary,
    hidden_size: shape.width,
    intermediate_size: shape.feedForward,
    num_hidden_layers: shape.layers,
    num_attention_heads: shape.heads,
    num_key_value_heads: shape.keyValueHeads,
    head_dim: shape.headSize,
    hidden_act: "silu",
    max_position_embeddings: shape.contextTokens,
    rms_norm_eps: shape.normEpsilon,
    rope_theta: shape.ropeTheta,
    tie_word_embeddings: true,
    eos_token_id: [257, 258],
  };
  writeFileSync(join(folder, "config.json"), JSON.stringify(config));
  const compute = new Compute();
  const model = new Model(shape, compute);
  model.initialise(1);
  const tensors = [...model.weights.names()].map((name) => {
    const values = model.weights.floats(name);
    return [`model.${name}`, { dtype: "BF16", shape: model.weights.shape(name), values }] as const;
  });
  writeFileSync(join(folder, "model.safetensors"), writeSafetensors(tensors));
  await compute.close();
  return folder;
}
