import type { BaseModel, BaseText, GenerationDefaults } from "@heddle/engine";
import type { ModelLoads } from "./model-loads.ts";
import type { ListedModel, ModelSource } from "./model-source.ts";
import type { ServedModel } from "./served-model.ts";

/** What base models need of an engine. */
export interface BaseModelEngine {
  text(baseModel: string): BaseText;
  generationDefaults(baseModel: string): GenerationDefaults;
}

/** The base models of a server, and what it knows of them. */
export interface BaseModelOptions {
  readonly engine: BaseModelEngine;
  readonly loads: Pick<ModelLoads, "begin">;
  /** In the order of lists. */
  readonly models: readonly BaseModel[];
  /** The ids of the models that mark their calls. */
  readonly marksCalls: ReadonlySet<string>;
  /** When the server started, in seconds since 1970. */
  readonly startedS: number;
}

/** The base models of the engine, for every entity. */
export class BaseModels implements ModelSource {
  readonly #options: BaseModelOptions;
  readonly #models: ReadonlyMap<string, BaseModel>;

  constructor(options: BaseModelOptions) {
    this.#options = options;
    this.#models = new Map(options.models.map((model) => [model.id, model]));
  }

  /** Begins to load a model that is not loaded: whoever resolves a model is about to ask it. */
  async find(name: string): Promise<ServedModel | undefined> {
    const base = this.#models.get(name);
    if (base === undefined) return undefined;
    const { engine, loads, marksCalls } = this.#options;
    loads.begin(name);
    return {
      name,
      target: { kind: "base", baseModel: name },
      base,
      text: engine.text(name),
      isTrained: false,
      marksCalls: marksCalls.has(name),
      generationDefaults: engine.generationDefaults(name),
    };
  }

  async list(): Promise<readonly ListedModel[]> {
    return [...this.#models.values()].map((model) => this.#listed(model));
  }

  async describe(name: string): Promise<ListedModel | undefined> {
    const model = this.#models.get(name);
    return model && this.#listed(model);
  }

  #listed({ id, contextTokens }: BaseModel): ListedModel {
    return { name: id, kind: "base", createdS: this.#options.startedS, contextTokens };
  }
}
