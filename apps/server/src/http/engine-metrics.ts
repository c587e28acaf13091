import { Gauge, type Registry } from "prom-client";

/** A model of the server, as the metrics show it. */
export interface ModelFigures {
  readonly name: string;
  readonly kind: string;
  readonly standsFor: string;
  readonly parent: string;
  /** From 0 to 1. */
  readonly loadedShare: number;
}

/** Sources of the figures of the engine and its models. */
export interface EngineMetricSources {
  models(): Promise<readonly ModelFigures[]>;
  /** Figures by name, in the order of {@link engineFigures}. */
  engine(): Readonly<Record<keyof typeof engineFigures, number>>;
}

/** What the engine counts, by the engine's names for it. */
const engineFigures = {
  runningSequences: ["running_sequences", "Completions that are sampled just now."],
  waitingSequences: ["waiting_sequences", "Completions that wait for a place."],
  decodeSteps: ["decode_steps", "Passes of decoding since the engine started."],
  decodedRows: ["decoded_tokens", "Tokens of prompts and completions since the engine started."],
  trainingSlices: ["training_slices", "Slices of training since the engine started."],
  optimizerSteps: ["optimizer_steps", "Steps of optimizers since the engine started."],
  freePages: ["free_pages", "Pages of the cache that nobody uses."],
  totalPages: ["total_pages", "Pages of the cache."],
  keptPrefixes: ["kept_prefixes", "Prompts kept for others that begin alike."],
  openModels: ["open_models", "Models open for training."],
  loadedSamplers: ["loaded_adapters", "Published adapters in memory."],
  usedKibibytes: ["used_kibibytes", "Memory in use, of HEDDLE_ENGINE_MEMORY."],
} as const;

/** Adds the engine and its models to a registry. */
export function addEngineMetrics(registry: Registry, sources: EngineMetricSources): void {
  for (const [figure, [name, help]] of Object.entries(engineFigures)) {
    registry.registerMetric(
      new Gauge({
        name: `heddle_engine_${name}`,
        help,
        registers: [],
        collect() {
          this.set(sources.engine()[figure as keyof typeof engineFigures]);
        },
      }),
    );
  }
  registry.registerMetric(
    new Gauge({
      name: "heddle_model_info",
      help: "1 for each model: its kind, and which model it stands for or changes.",
      labelNames: ["model", "kind", "stands_for", "parent"],
      registers: [],
      async collect() {
        this.reset();
        for (const { name, kind, standsFor, parent } of await sources.models()) {
          this.set({ model: name, kind, stands_for: standsFor, parent }, 1);
        }
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: "heddle_model_loaded_share",
      help: "How much of a model's weights is loaded, from 0 to 1.",
      labelNames: ["model"],
      registers: [],
      async collect() {
        this.reset();
        for (const { name, loadedShare } of await sources.models()) {
          this.set({ model: name }, loadedShare);
        }
      },
    }),
  );
}
