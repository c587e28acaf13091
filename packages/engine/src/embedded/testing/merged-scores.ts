import { Arena } from "../../compute/arena.ts";
import { Compute } from "../../compute/compute.ts";
import type { AdapterFile } from "../../engine.ts";
import { Model } from "../../model/model.ts";
import { runToEnd } from "../../model/run-to-end.ts";
import { loadWeights } from "../../weights/load-weights.ts";
import { readModelFolder } from "../../weights/model-folder.ts";
import { readSafetensors, toFloats } from "../../weights/safetensors.ts";

/**
 * Scores of a model whose weights are W + (α/r)·B·A, merged here in plain loops from the files of an adapter: no
 * adapter takes part in the pass.
 */
export async function mergedScores(
  modelFolder: string,
  files: readonly AdapterFile[],
  tokens: Int32Array,
): Promise<(number | null)[]> {
  const folder = readModelFolder(modelFolder);
  const compute = new Compute();
  const model = new Model(folder.shape, compute);
  loadWeights(folder, model);
  const { r, alpha, matrices } = readAdapter(files);
  for (const [name, a] of matrices) {
    if (!name.endsWith(".lora_A")) continue;
    const module = name.slice(0, -".lora_A".length);
    const b = matrices.get(`${module}.lora_B`);
    if (b === undefined) throw new Error(`no lora_B for ${module}`);
    addProduct(model.weights.floats(`${module}.weight`), b, a, r, alpha / r);
  }
  const batch = { inputTokens: [tokens.slice(0, -1)], targetTokens: [tokens.slice(1)] };
  const { logprobs } = runToEnd(model.train(batch, null, null, new Arena(compute.memory)));
  const [row] = logprobs;
  const scores = [null, ...(row ?? [])];
  await compute.close();
  return scores;
}

/** W [out, in] += scale · B [out, r] · A [r, in] */
function addProduct(
  weight: Float32Array,
  b: Float32Array,
  a: Float32Array,
  r: number,
  scale: number,
): void {
  const inputs = a.length / r;
  for (let place = 0; place < weight.length; place += 1) {
    const [row, column] = [Math.floor(place / inputs), place % inputs];
    let sum = 0;
    for (let k = 0; k < r; k += 1) sum += (b[row * r + k] ?? 0) * (a[k * inputs + column] ?? 0);
    weight[place] = (weight[place] ?? 0) + scale * sum;
  }
}

function readAdapter(files: readonly AdapterFile[]): {
  readonly r: number;
  readonly alpha: number;
  readonly matrices: ReadonlyMap<string, Float32Array>;
} {
  const bytesOf = (name: string): Uint8Array =>
    files.find((file) => file.name === name)?.bytes ?? new Uint8Array();
  const config = JSON.parse(new TextDecoder().decode(bytesOf("adapter_config.json"))) as {
    readonly r: number;
    readonly lora_alpha: number;
  };
  const weightsName = "adapter_model.safetensors";
  const matrices = new Map<string, Float32Array>();
  for (const [name, tensor] of readSafetensors(bytesOf(weightsName), weightsName).tensors) {
    const floats = new Float32Array(tensor.shape.reduce((product, size) => product * size, 1));
    toFloats(tensor, floats);
    matrices.set(name.slice("base_model.model.model.".length, -".weight".length), floats);
  }
  return { r: config.r, alpha: config.lora_alpha, matrices };
}
