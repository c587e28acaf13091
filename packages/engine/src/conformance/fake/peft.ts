import type { AdapterFile } from "../../engine.ts";
import { EngineError } from "../../errors.ts";
import { readSafetensors, toFloats, writeSafetensors } from "../../weights/safetensors.ts";
import { vocabularyTokens, width } from "./shape.ts";
import { LowRank } from "./low-rank.ts";

const [configName, weightsName] = ["adapter_config.json", "adapter_model.safetensors"];
const prefix = "base_model.model.lm_head";

/** The fake's adapter from files that `peftFiles` wrote. */
export function adapterOfPeft(files: readonly AdapterFile[]): LowRank {
  const [config, weights] = [configName, weightsName].map((name) => {
    const file = files.find((one) => one.name === name);
    if (file !== undefined) return file.bytes;
    throw new EngineError("not_found", `the adapter has no ${name}; give both files of its folder`);
  }) as [Uint8Array, Uint8Array];
  const { r: rank, lora_alpha: alpha } = JSON.parse(new TextDecoder().decode(config)) as {
    r: number;
    lora_alpha: number;
  };
  const adapter = new LowRank(rank, alpha, new Float32Array(rank * (width + vocabularyTokens)));
  const { tensors } = readSafetensors(weights, weightsName);
  for (const [letter, into] of [
    ["A", adapter.a],
    ["B", adapter.b],
  ] as const) {
    const tensor = tensors.get(`${prefix}.lora_${letter}.weight`);
    if (tensor === undefined || tensor.shape[0]! * tensor.shape[1]! !== into.length) {
      throw new EngineError("invalid", `lora_${letter} does not fit; use an adapter of this model`);
    }
    toFloats(tensor, into, `lora_${letter}`);
  }
  return adapter;
}

/** The fake's adapter as PEFT would write it: it sits on the output layer. */
export function peftFiles(adapter: LowRank, baseModel: string): AdapterFile[] {
  const { rank, alpha, a, b } = adapter;
  const config = {
    peft_type: "LORA",
    task_type: "CAUSAL_LM",
    base_model_name_or_path: baseModel,
    r: rank,
    lora_alpha: alpha,
    target_modules: ["lm_head"],
    bias: "none",
  };
  const bytes = writeSafetensors([
    [`${prefix}.lora_A.weight`, { dtype: "F32", shape: [rank, width], values: a }],
    [`${prefix}.lora_B.weight`, { dtype: "F32", shape: [vocabularyTokens, rank], values: b }],
  ]);
  return [
    { name: configName, bytes: new TextEncoder().encode(JSON.stringify(config)) },
    { name: weightsName, bytes },
  ];
}
