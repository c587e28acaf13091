import type { AdapterTargets } from "../engine.ts";
import { EngineError } from "../errors.ts";
import { targetedLinears } from "../adapters/targets.ts";
import { type LinearName, linearNames } from "../model/linear-names.ts";
import { ConfigFields } from "./config-fields.ts";

/** What an `adapter_config.json` says of an adapter. */
export interface PeftConfig {
  readonly rank: number;
  /** Such that alpha / rank is the scale, whichever rule the file has for it. */
  readonly alpha: number;
  /** The maps that the adapter may touch; null where the file leaves it to the tensors. */
  readonly targets: TargetedMaps | null;
  /** Whether the adapter leaves out some of these; the tensors show which ones. */
  readonly hasExclusions: boolean;
}

/** Linear maps that a configuration names. */
export interface TargetedMaps {
  /** Maps of every layer. */
  readonly everywhere: ReadonlySet<LinearName>;
  /** Maps of one layer, as `layers.0.self_attn.q_proj`: PEFT lists them for "all-linear". */
  readonly single: ReadonlySet<string>;
}

/** Members that say where an adapter comes from or how it was trained, and nothing about its numbers. */
const harmless = new Set([
  "auto_mapping",
  "base_model_name_or_path",
  "ensure_weight_tying",
  "ephemeral_gpu_offload",
  "inference_mode",
  "lora_dropout",
  "megatron_core",
  "peft_version",
  "qalora_group_size",
  "revision",
  "runtime_config",
]);

/** Members that are read below. */
const read = new Set([
  "bias",
  "exclude_modules",
  "init_lora_weights",
  "lora_alpha",
  "peft_type",
  "r",
  "target_modules",
  "task_type",
  "use_rslora",
]);

/** Ways to initialise that change the base model's weights too: their adapter alone is not enough. */
const baseChangingStarts = /^(?:pissa|olora|corda|loftq|lora_ga)/u;

/** The text of an `adapter_config.json` that PEFT and what serves its adapters take. */
export function writePeftConfig(
  adapter: { readonly rank: number; readonly alpha: number; readonly targets: AdapterTargets },
  baseModel: string,
): string {
  const config = {
    peft_type: "LORA",
    task_type: "CAUSAL_LM",
    base_model_name_or_path: baseModel,
    revision: null,
    r: adapter.rank,
    lora_alpha: adapter.alpha,
    target_modules: targetedLinears(adapter.targets).map(moduleName),
    lora_dropout: 0,
    bias: "none",
    fan_in_fan_out: false,
    modules_to_save: null,
    layers_to_transform: null,
    layers_pattern: null,
    rank_pattern: {},
    alpha_pattern: {},
    use_rslora: false,
    use_dora: false,
    init_lora_weights: true,
    inference_mode: true,
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

/**
 * Reads an `adapter_config.json`.
 * Throws `unsupported` naming whatever is set in it that would change the adapter's numbers and is not read here.
 */
export function readPeftConfig(config: ConfigFields): PeftConfig {
  const refuse = (what: string): EngineError =>
    config.unsupported(what, "Use a plain LoRA adapter (peft_type LORA).");
  const kind = config.text("peft_type") ?? "LORA";
  if (kind !== "LORA") throw refuse(`peft_type ${JSON.stringify(kind)}`);
  const task = config.text("task_type") ?? "CAUSAL_LM";
  if (task !== "CAUSAL_LM") throw refuse(`task_type ${JSON.stringify(task)}`);
  const bias = config.text("bias") ?? "none";
  if (bias !== "none") throw refuse(`bias ${JSON.stringify(bias)}`);
  const start = config.value("init_lora_weights");
  if (typeof start === "string" && baseChangingStarts.test(start)) {
    throw refuse(`init_lora_weights ${JSON.stringify(start)}, which changes the base model too,`);
  }
  for (const name of config.names()) {
    if (harmless.has(name) || read.has(name) || isNeutral(config.value(name))) continue;
    throw refuse(`${name} ${JSON.stringify(config.value(name))}`);
  }
  const rank = config.size("r");
  const alpha = config.positive("lora_alpha");
  return {
    rank,
    // Rank-stabilised adapters (Kalajdzievski, arXiv 2312.03732) are scaled by alpha / √rank.
    alpha: config.flag("use_rslora", false) ? alpha * Math.sqrt(rank) : alpha,
    targets: targetsOf(config, refuse),
    hasExclusions: hasExclusions(config),
  };
}

/** The end of the full name of a module. PEFT shortens long lists of names to ends such as `0.self_attn.q_proj`. */
const oneModule = /(?:^|(?:^|\.)layers\.)(?<layer>0|[1-9]\d*)\.(?<linear>[a-z_]+\.[a-z_]+)$/u;

function targetsOf(
  config: ConfigFields,
  refuse: (what: string) => EngineError,
): TargetedMaps | null {
  const modules = config.value("target_modules");
  // A string is a pattern over module names ("all-linear" among them): the tensors show what it matched.
  if (modules === undefined || typeof modules === "string") return null;
  if (!Array.isArray(modules)) throw config.wrong("target_modules", "a list");
  const everywhere = new Set<LinearName>();
  const single = new Set<string>();
  for (const module of modules as unknown[]) {
    const linear = linearNames.find((name) => name === module || moduleName(name) === module);
    const { layer, linear: place } = oneModule.exec(String(module))?.groups ?? {};
    if (linear !== undefined) everywhere.add(linear);
    else if (linearNames.some((known) => known === place)) single.add(`layers.${layer}.${place}`);
    else throw refuse(`${JSON.stringify(module)} in target_modules`);
  }
  return { everywhere, single };
}

/** PEFT has a list of names or a pattern here, and lists what it excludes among `target_modules` all the same. */
function hasExclusions(config: ConfigFields): boolean {
  const modules = config.value("exclude_modules") ?? [];
  if (typeof modules === "string") return true;
  if (!Array.isArray(modules)) throw config.wrong("exclude_modules", "a list or a pattern");
  return modules.length > 0;
}

/** `self_attn.q_proj` as PEFT lists it: `q_proj`. */
function moduleName(linear: LinearName): string {
  return linear.slice(linear.indexOf(".") + 1);
}

/** Whether a member is set to what leaves everything as it is. */
function isNeutral(value: unknown): boolean {
  return value === false || (typeof value === "object" && Object.keys(value ?? {}).length === 0);
}
