import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { weightShapes } from "../../model/weight-shapes.ts";
import { shapeOfConfig } from "../config.ts";
import { ConfigFields } from "../config-fields.ts";
import { type FloatTensor, writeSafetensors } from "../safetensors.ts";

/** The configuration of a Llama that fits in a few kilobytes. */
export const tinyConfig: Readonly<Record<string, unknown>> = {
  architectures: ["LlamaForCausalLM"],
  model_type: "llama",
  vocab_size: 6,
  hidden_size: 8,
  intermediate_size: 12,
  num_hidden_layers: 2,
  num_attention_heads: 1,
  max_position_embeddings: 64,
};

/** The tensors that a configuration asks for, by their names in files, each with values of its own. */
export function tinyTensors(config: Readonly<Record<string, unknown>>): Map<string, FloatTensor> {
  const shape = shapeOfConfig(new ConfigFields(config, "tiny"));
  const tensors = new Map<string, FloatTensor>();
  for (const [name, sizes] of weightShapes(shape)) {
    const count = sizes.reduce((product, size) => product * size, 1);
    const first = tensors.size;
    const values = Float32Array.from({ length: count }, (_, index) => first + index / 1024);
    const storedName = name === "lm_head.weight" ? name : `model.${name}`;
    tensors.set(storedName, { dtype: "F32", shape: sizes, values });
  }
  return tensors;
}

/** Files of a folder: text, bytes, or what becomes JSON. */
export type WrittenFiles = Readonly<Record<string, unknown>>;

/** The files of a whole folder; `undefined` in `others` leaves one out. */
export function tinyFiles(
  config: Readonly<Record<string, unknown>> = tinyConfig,
  others: WrittenFiles = {},
): WrittenFiles {
  return {
    "config.json": config,
    "tokenizer.json": { model: { type: "BPE", vocab: { a: 0, b: 1 } }, added_tokens: [] },
    "model.safetensors": writeSafetensors(tinyTensors(config)),
    ...others,
  };
}

/** A folder of these files, gone when the scope is left. */
export function writtenFolder(files: WrittenFiles): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "heddle-folder-"));
  for (const [name, content] of Object.entries(files)) {
    if (content === undefined) continue;
    const isPlain = typeof content === "string" || content instanceof Uint8Array;
    writeFileSync(join(path, name), isPlain ? content : JSON.stringify(content));
  }
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
