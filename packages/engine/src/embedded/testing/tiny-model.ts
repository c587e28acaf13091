import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Compute } from "../../compute/compute.ts";
import { loomFolder } from "../../loom.ts";
import { Model } from "../../model/model.ts";
import type { ModelShape } from "../../model/shape.ts";
import { writeSafetensors } from "../../weights/safetensors.ts";
import { byteTokenizer } from "./byte-tokenizer.ts";

/** Bytes as tokens over a model small enough to compute in no time. */
export const tinyShape: ModelShape = {
  family: "llama",
  vocabulary: 260,
  width: 32,
  layers: 2,
  heads: 2,
  keyValueHeads: 1,
  headSize: 16,
  feedForward: 64,
  contextTokens: 512,
  ropeTheta: 10000,
  normEpsilon: 1e-5,
  hasTiedHead: true,
  hasAttentionBias: false,
  hasHeadNorm: false,
};

/** A new folder that the returned function deletes. */
export function temporaryFolder(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "heddle-engine-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Writes a model of random weights, the same for the same seed, in the Hugging Face layout. */
export async function writeTinyModel(
  folder: string,
  seed = 1,
  changes: Partial<ModelShape> = {},
): Promise<string> {
  const shape = { ...tinyShape, ...changes };
  mkdirSync(folder, { recursive: true });
  for (const name of ["tokenizer_config.json", "chat_template.jinja"])
    copyFileSync(join(loomFolder, name), join(folder, name));
  writeFileSync(join(folder, "tokenizer.json"), JSON.stringify(byteTokenizer()));
  const config = {
    architectures: ["LlamaForCausalLM"],
    model_type: "llama",
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
  model.initialise(seed);
  const tensors = [...model.weights.names()].map(
    (name) =>
      [
        `model.${name}`,
        {
          dtype: "F32",
          shape: model.weights.shape(name),
          values: model.weights.floats(name),
        },
      ] as const,
  );
  writeFileSync(join(folder, "model.safetensors"), writeSafetensors(tensors));
  await compute.close();
  return folder;
}
