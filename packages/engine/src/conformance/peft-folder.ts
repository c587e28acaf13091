import type { AdapterFile, ModelHandle } from "../engine.ts";
import { check, checkEqual } from "./check.ts";

interface TensorEntry {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}

const bytesOf: Readonly<Record<string, number>> = { F32: 4, F16: 2, BF16: 2 };

/**
 * Fails unless the files are an adapter as PEFT writes it: `adapter_config.json` with the model's rank and scale, and
 * `adapter_model.safetensors` with a pair of matrices, [r, in] and [out, r], for each module that the config targets.
 */
export function checkPeftFolder(files: readonly AdapterFile[], model: ModelHandle): void {
  const config = JSON.parse(textOf(files, "adapter_config.json")) as Record<string, unknown>;
  checkEqual("peft_type", config["peft_type"], "LORA");
  checkEqual("r", config["r"], model.rank);
  checkEqual("lora_alpha", config["lora_alpha"], model.alpha);
  checkEqual("base_model_name_or_path", config["base_model_name_or_path"], model.baseModel);
  const targets = config["target_modules"];
  check(Array.isArray(targets) && targets.length > 0, "a list of target_modules", targets);
  const modules = modulesOf(tensorsOf(bytesNamed(files, "adapter_model.safetensors")), model.rank);
  for (const module of modules) {
    const isTargeted = targets.some((target) => module === target || module.endsWith(`.${target}`));
    check(isTargeted, `${module} to be among the target_modules`, targets);
  }
  for (const target of targets) {
    const isThere = modules.some((module) => module === target || module.endsWith(`.${target}`));
    check(isThere, `a tensor of the target module ${target}`, modules);
  }
}

/** Modules that have both matrices, in the shapes of the rank. */
function modulesOf(tensors: ReadonlyMap<string, TensorEntry>, rank: number): string[] {
  const modules = new Set<string>();
  for (const [name, { shape }] of tensors) {
    const [, module, side] = /^base_model\.model\.(.+)\.lora_([AB])\.weight$/.exec(name) ?? [];
    check(
      module !== undefined && shape.length === 2,
      "tensors base_model.model.<module>.lora_A|B.weight of two dimensions",
      `${name} [${shape.join(", ")}]`,
    );
    checkEqual(`the rank of ${name}`, side === "A" ? shape[0] : shape[1], rank);
    const other = `base_model.model.${module}.lora_${side === "A" ? "B" : "A"}.weight`;
    check(tensors.has(other), `a tensor ${other}`, [...tensors.keys()]);
    modules.add(module);
  }
  check(modules.size > 0, "at least one module", 0);
  return [...modules];
}

/** The header of a safetensors file: https://huggingface.co/docs/safetensors. */
function tensorsOf(file: Uint8Array): Map<string, TensorEntry> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const headerBytes = Number(view.getBigUint64(0, true));
  check(8 + headerBytes <= file.length, "a header within the file", headerBytes);
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, 8 + headerBytes))) as object;
  const tensors = new Map<string, TensorEntry>();
  for (const [name, entry] of Object.entries(header) as [string, TensorEntry][]) {
    if (name === "__metadata__") continue;
    const [from, to] = entry.data_offsets;
    const values = entry.shape.reduce((product, size) => product * size, 1);
    checkEqual(`the bytes of ${name}`, to - from, values * (bytesOf[entry.dtype] ?? Number.NaN));
    check(8 + headerBytes + to <= file.length, `the bytes of ${name} within the file`, to);
    tensors.set(name, entry);
  }
  return tensors;
}

function textOf(files: readonly AdapterFile[], name: string): string {
  return new TextDecoder().decode(bytesNamed(files, name));
}

function bytesNamed(files: readonly AdapterFile[], name: string): Uint8Array {
  const file = files.find((one) => one.name === name);
  check(
    file !== undefined,
    `a file ${name}`,
    files.map((one) => one.name),
  );
  return file.bytes;
}
