import { loomModelId } from "@heddle/engine";
import { type Config, ConfigError } from "../config/config.ts";
import type { EngineMetricSources } from "../http/engine-metrics.ts";
import type { Logger } from "../http/log.ts";
import { AdapterModels } from "../inference/models/adapter-models.ts";
import { BaseModels } from "../inference/models/base-models.ts";
import { MappedModels } from "../inference/models/mapped-models.ts";
import { ModelLoads } from "../inference/models/model-loads.ts";
import type { ModelPlan } from "../inference/models/model-plan.ts";
import { Models } from "../inference/models/models.ts";
import { UnusableModels } from "../inference/models/unusable-models.ts";
import type { PlannedEngine } from "./open-engine.ts";

/** The names of a server, and how far their models are loaded. */
export interface ComposedModels {
  readonly models: Models;
  /** Those of the models that trained ones stand on. */
  readonly bases: BaseModels;
  readonly metrics: EngineMetricSources;
}

/**
 * Registers all sources of models, and begins to load those that the settings name.
 *
 * @throws ConfigError if the settings name a model that does not exist
 */
export async function composeModels(
  config: Config,
  log: Logger,
  { engine, plan }: PlannedEngine,
): Promise<ComposedModels> {
  const loads = new ModelLoads(engine, log.child({ part: "models" }));
  const { baseModels } = await engine.describe();
  const startedS = Math.floor(Date.now() / 1000);
  const marksCalls = new Set([loomModelId, ...marking(config, plan)]);
  const bases = new BaseModels({ engine, loads, models: baseModels, marksCalls, startedS });
  const { adapters, mapped, unusable } = plan;
  const adapted = new AdapterModels({ engine, bases, adapters, log, startedS });
  const models = new Models();
  models.register(bases);
  models.register(new MappedModels(mapped, [bases, adapted]));
  models.register(adapted);
  models.register(new UnusableModels(unusable));
  for (const [name, standsFor] of mapped) log.info({ model: name, standsFor }, "model");
  for (const name of config.modelsAtStart)
    loads.begin(baseOf(name, plan, "HEDDLE_MODELS_AT_START"));
  return {
    models,
    bases,
    metrics: {
      engine: () => engine.statistics(),
      // Entities have no empty name, so these are the models of the whole server.
      models: async () =>
        (await models.list("")).map(({ name, kind, standsFor = "", parent = "" }) => ({
          name,
          kind,
          standsFor,
          parent,
          loadedShare: loads.share(baseOf(name, plan, "a list")),
        })),
    },
  };
}

/** The base models that the settings say mark their calls. */
function marking({ modelsMarkingCalls }: Config, plan: ModelPlan): readonly string[] {
  return modelsMarkingCalls.map((name) => {
    if (plan.adapters.some((adapter) => adapter.name === name)) {
      throw new ConfigError(
        `HEDDLE_MODELS_MARKING_CALLS names ${name}, which is an adapter: its answers are sampled ` +
          "as they are. Leave it out.",
      );
    }
    return baseOf(name, plan, "HEDDLE_MODELS_MARKING_CALLS");
  });
}

/** The base model that a name stands on. */
function baseOf(name: string, { bases, adapters, mapped }: ModelPlan, source: string): string {
  const standsFor = mapped.get(name) ?? name;
  const base = adapters.find((adapter) => adapter.name === standsFor)?.base ?? standsFor;
  if (base === loomModelId || bases.has(base)) return base;
  throw new ConfigError(
    `${source} names ${name}, and there is no such model. HEDDLE_MODELS and heddle models add models.`,
  );
}
