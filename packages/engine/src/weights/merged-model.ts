import { closeSync, copyFileSync, fsyncSync, openSync, readdirSync, writeSync } from "node:fs";
import { basename, join } from "node:path";

import { Adapter } from "../adapters/adapter.ts";
import { addLowRank } from "../adapters/add-low-rank.ts";
import { Compute } from "../compute/compute.ts";
import type { AdapterFile } from "../engine.ts";
import { EngineError } from "../errors.ts";
import type { ModelFolder } from "./model-folder.ts";
import { readPeft } from "./peft.ts";
import { bytesOfFloats, checkFloatType, type FloatTensor } from "./safetensors.ts";
import type { SafetensorsFile } from "./safetensors-file.ts";
import { singleWeightsName, WeightFiles, weightIndexName, withoutPrefix } from "./weight-files.ts";

/** What a model has beside its weights, by the names that transformers reads. */
const copiedNames: ReadonlySet<string> = new Set([
  "added_tokens.json",
  "chat_template.jinja",
  "config.json",
  "generation_config.json",
  "merges.txt",
  "special_tokens_map.json",
  "tokenizer.json",
  "tokenizer.model",
  "tokenizer_config.json",
  "vocab.json",
  "vocab.txt",
]);

/** The terms of the base model hold for what is made from it. */
const terms = /^(?:licen[cs]e|notice|use_policy)\b/iu;

/** The least magnitude that rounds to infinity. */
const overflows: Readonly<Record<FloatTensor["dtype"], number>> = {
  F16: 65_520,
  BF16: 2 ** 128 - 2 ** 119,
  F32: Infinity,
};

/**
 * Writes a model with an adapter merged into its weights, W + (alpha / rank) · B · A, into an empty folder: the files,
 * names and element types of the base model, with its configuration, tokenizer and chat template. Synchronous; takes
 * the memory of the adapter and of the largest weight.
 *
 * Throws what a base model's folder and an adapter are refused with, and `invalid` naming the weight with a value that
 * the base model's element type cannot hold.
 */
export function writeMergedModel(
  base: Pick<ModelFolder, "folder" | "shape">,
  adapterFiles: readonly AdapterFile[],
  folder: string,
): void {
  const compute = new Compute();
  const adapter = readPeft(adapterFiles, {
    shape: base.shape,
    createAdapter: (options) => Adapter.create(compute, base.shape, options),
  });
  const weights = new WeightFiles(base.folder);
  try {
    weights.check(base.shape, base.folder);
    const isSingle = weights.files.some(({ path }) => basename(path) === singleWeightsName);
    for (const name of readdirSync(base.folder)) {
      const isIndex = name === weightIndexName && !isSingle;
      if (!isIndex && !copiedNames.has(name) && !terms.test(name)) continue;
      copyFileSync(join(base.folder, name), join(folder, name));
    }
    for (const file of weights.files) {
      writePieces(join(folder, basename(file.path)), mergedPieces(file, adapter));
    }
  } finally {
    weights.close();
    adapter.free();
  }
}

/** The bytes of a file of weights, with the adapter merged into those that it touches. */
function* mergedPieces(file: SafetensorsFile, adapter: Adapter): Generator<Uint8Array> {
  // Every tensor keeps its type and shape, so the header holds for the new file as it is.
  yield file.start();
  const places = [...file.header.tensors].toSorted(([, one], [, other]) => one.begin - other.begin);
  for (const [stored, { dtype, shape }] of places) {
    const linear = withoutPrefix(stored).replace(/\.weight$/u, "");
    if (!adapter.tensors.has(`${linear}.lora_A`)) {
      yield* file.bytesOf(stored);
      continue;
    }
    const label = `${file.path}, tensor ${stored}`;
    const values = new Float32Array(shape.reduce((product, size) => product * size, 1));
    file.read(stored, values);
    addLowRank(values, adapter, linear);
    yield roundedTo(checkFloatType(dtype, label), values, label);
  }
}

function roundedTo(dtype: FloatTensor["dtype"], values: Float32Array, label: string): Uint8Array {
  const place = values.findIndex((value) => !(Math.abs(value) < overflows[dtype]));
  if (place < 0) return bytesOfFloats(dtype, values);
  throw new EngineError(
    "invalid",
    `${label}: with the adapter, value ${place} is ${values[place]}, which ${dtype} cannot hold. Export the adapter alone, or convert the base model to BF16 or F32.`,
  );
}

function writePieces(path: string, pieces: Iterable<Uint8Array>): void {
  const file = openSync(path, "wx");
  try {
    for (const piece of pieces) {
      for (let at = 0; at < piece.length;) at += writeSync(file, piece, at);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
