import { join } from "node:path";
import { type EmbeddedEngine, EngineError, openEmbeddedEngine } from "@heddle/engine";
import { type Config, ConfigError } from "../config/config.ts";
import type { Logger } from "../http/log.ts";
import { type ModelPlan, planModels } from "../inference/models/model-plan.ts";
import { readRegisteredModels } from "../inference/models/registered-models.ts";
import type { Closers } from "./closers.ts";

/** An engine with base models, and what the names of a server stand for. */
export interface PlannedEngine {
  readonly engine: EmbeddedEngine;
  readonly plan: ModelPlan;
}

/**
 * Opens the engine over its folder in the data folder, with the base models of the settings and of
 * `heddle models`; `closers` shuts it down.
 *
 * @throws ConfigError if a model of the settings cannot be served, and with the engine's own message
 * if it refuses a setting or cannot get its memory
 */
export async function openEngine(
  config: Config,
  log: Logger,
  closers: Closers,
): Promise<PlannedEngine> {
  const { dataDir, engineMemoryBytes: memoryBytes, engineThreads: threads, models } = config;
  const registered = await readRegisteredModels(dataDir);
  const plan = planModels({ entries: models, registered, memoryBytes });
  for (const { name, why } of plan.unusable) {
    log.error({ model: name, why }, "a registered model is not served");
  }
  const engine = await openEmbeddedEngine({
    directory: join(dataDir, "engine"),
    models: Object.fromEntries([...plan.bases].map(([name, { model }]) => [name, model])),
    maxMemoryBytes: memoryBytes,
    ...(threads !== undefined && { threads }),
  }).catch(refuse);
  closers.add(() => engine.shutdown());
  return { engine, plan };
}

function refuse(error: unknown): never {
  if (!(error instanceof EngineError) || error.kind === "internal") throw error;
  throw new ConfigError(`The engine does not start: ${error.message}`);
}
