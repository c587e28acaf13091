import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  EngineError,
  type ModelFolder,
  type ModelFootprint,
  modelFootprint,
  readModelFolder,
} from "@heddle/engine";
import { ConfigError } from "../../config/config.ts";

/** A folder with a base model: everything but the values of its weights is checked. */
export interface BaseFolder {
  readonly kind: "base";
  readonly model: ModelFolder;
  readonly footprint: ModelFootprint;
}

/** A folder with an adapter. Whether its tensors fit is known when it is imported. */
export interface AdapterFolder {
  readonly kind: "adapter";
  readonly path: string;
  /** The base model that the adapter was made for, as its configuration names it. */
  readonly madeFor: string | undefined;
}

/** The files of an adapter's folder. */
export const adapterFiles = ["adapter_config.json", "adapter_model.safetensors"] as const;

/**
 * Reads a folder with a base model or an adapter.
 *
 * @throws ConfigError that says what is missing or what the engine does not support
 */
export function checkedFolder(path: string): BaseFolder | AdapterFolder {
  if (existsSync(join(path, "adapter_config.json"))) return adapterFolder(path);
  if (existsSync(path) && !existsSync(join(path, "config.json"))) {
    throw new ConfigError(
      `${path} has neither config.json, as a model has, nor adapter_config.json, as an adapter.`,
    );
  }
  try {
    const model = readModelFolder(path);
    return { kind: "base", model, footprint: modelFootprint(model.shape) };
  } catch (error) {
    if (error instanceof EngineError && error.kind !== "internal") {
      throw new ConfigError(error.message);
    }
    throw error;
  }
}

function adapterFolder(path: string): AdapterFolder {
  const [configFile, weightsFile] = adapterFiles;
  if (!existsSync(join(path, weightsFile))) {
    throw new ConfigError(
      `${path} has ${configFile} and no ${weightsFile}: save the adapter as safetensors.`,
    );
  }
  let config: unknown;
  try {
    config = JSON.parse(readFileSync(join(path, configFile), "utf8"));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new ConfigError(`${join(path, configFile)} cannot be read: ${error.message}.`);
  }
  const madeFor = (config as Record<string, unknown> | null)?.["base_model_name_or_path"];
  return { kind: "adapter", path, madeFor: typeof madeFor === "string" ? madeFor : undefined };
}
