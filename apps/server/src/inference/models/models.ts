import type { ListedModel, ModelSource } from "./model-source.ts";
import type { ModelResolver, ServedModel } from "./served-model.ts";
import { UnknownModel } from "./unknown-model.ts";

/**
 * All names that stand for models. Sources register; of two that know a name, the one that
 * registered first answers.
 */
export class Models implements ModelResolver {
  readonly #sources: ModelSource[] = [];

  /** Adds the models of a source behind those that are known. */
  register(source: ModelSource): void {
    this.#sources.push(source);
  }

  async resolve(name: string, entity: string, signal?: AbortSignal): Promise<ServedModel> {
    for (const source of this.#sources) {
      const model = await source.find(name, entity, signal);
      if (model !== undefined) return model;
    }
    throw await this.#unknown(name, entity, signal);
  }

  /** All models that the entity may use: base models first, then what stands for them or on them. */
  async list(entity: string, signal?: AbortSignal): Promise<readonly ListedModel[]> {
    const lists = await Promise.all(this.#sources.map((source) => source.list(entity, signal)));
    return lists.flat();
  }

  /**
   * What lists say of one name.
   *
   * @throws UnknownModel as `resolve` does
   */
  async describe(name: string, entity: string, signal?: AbortSignal): Promise<ListedModel> {
    for (const source of this.#sources) {
      const model = await source.describe(name, entity, signal);
      if (model !== undefined) return model;
    }
    throw await this.#unknown(name, entity, signal);
  }

  async #unknown(name: string, entity: string, signal?: AbortSignal): Promise<UnknownModel> {
    const known = await this.list(entity, signal);
    return new UnknownModel(
      name,
      known.map((model) => model.name),
    );
  }
}
