import type { BaseModel, BaseText, GenerationDefaults } from "@heddle/engine";
import type { ListedModel, ModelSource } from "./model-source.ts";
import type { ServedModel } from "./served-model.ts";

/** What base models need of an engine. */
export interface BaseModelEngine {
  text(baseModel: string): BaseText;
  generationDefaults(baseModel: string): GenerationDefaults;
}

/** What a server says of its base models. */
export interface BaseModelOptions {
  readonly engine: BaseModelEngine;
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

  /** The model of an id, as it is served. */
  served(id: string): ServedModel | undefined {
    const base = this.#models.get(id);
    if (base === undefined) return undefined;
    const { engine, marksCalls } = this.#options;
    return {
      name: id,
      target: { kind: "base", baseModel: id },
      base,
      text: engine.text(id),
      isTrained: false,
      marksCalls: marksCalls.has(id),
      generationDefaults: engine.generationDefaults(id),
    };
  }

  async find(name: string): Promise<ServedModel | undefined> {
    return this.served(name);
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
