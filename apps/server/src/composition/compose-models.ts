import type { EmbeddedEngine } from "@heddle/engine";
import { BaseModels } from "../inference/models/base-models.ts";
import { Models } from "../inference/models/models.ts";

/** The engine, and the names that stand for its models: what chat, training and jobs stand on. */
export interface EngineParts {
  readonly engine: EmbeddedEngine;
  readonly models: Models;
}

/** The models whose calls the grammar of the offered tools holds from the start. */
const markingCalls = ["heddle/loom"];

/** Registers all sources of models. */
export async function composeModels(engine: EmbeddedEngine): Promise<Models> {
  const { baseModels } = await engine.describe();
  const models = new Models();
  models.register(
    new BaseModels({
      engine,
      models: baseModels,
      marksCalls: new Set(markingCalls),
      startedS: Math.floor(Date.now() / 1000),
    }),
  );
  return models;
}
