import { join } from "node:path";
import { type EmbeddedEngine, EngineError, openEmbeddedEngine } from "@heddle/engine";
import type { Closers } from "./closers.ts";
import { type Config, ConfigError } from "../config/config.ts";

/**
 * Opens the engine over its folder in the data folder; `closers` shuts it down.
 *
 * @throws ConfigError with the engine's own message if it refuses a setting or cannot get its memory
 */
export async function openEngine(config: Config, closers: Closers): Promise<EmbeddedEngine> {
  const { dataDir, engineMemoryBytes, engineThreads } = config;
  const engine = await openEmbeddedEngine({
    directory: join(dataDir, "engine"),
    maxMemoryBytes: engineMemoryBytes,
    ...(engineThreads !== undefined && { threads: engineThreads }),
  }).catch(refuse);
  closers.add(() => engine.shutdown());
  return engine;
}

function refuse(error: unknown): never {
  if (!(error instanceof EngineError) || error.kind === "internal") throw error;
  throw new ConfigError(`The engine does not start: ${error.message}`);
}
