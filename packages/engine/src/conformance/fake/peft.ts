import type { AdapterFile } from "../../engine.ts";
import { writeSafetensors } from "../../weights/safetensors.ts";
import { vocabularyTokens, width } from "./language-model.ts";
import type { LowRank } from "./low-rank.ts";

const prefix = "base_model.model.lm_head";

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
    { name: "adapter_config.json", bytes: new TextEncoder().encode(JSON.stringify(config)) },
    { name: "adapter_model.safetensors", bytes },
  ];
}
