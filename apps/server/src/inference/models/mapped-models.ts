import type { ListedModel, ModelSource } from "./model-source.ts";
import type { ServedModel } from "./served-model.ts";

/** Names that stand for models of other sources; everything but the name is that model's. */
export class MappedModels implements ModelSource {
  readonly #names: ReadonlyMap<string, string>;
  readonly #sources: readonly ModelSource[];

  /** `names` has the model of each name; one of the sources has it. */
  constructor(names: ReadonlyMap<string, string>, sources: readonly ModelSource[]) {
    this.#names = names;
    this.#sources = sources;
  }

  async find(name: string, entity: string, signal?: AbortSignal): Promise<ServedModel | undefined> {
    const standsFor = this.#names.get(name);
    if (standsFor === undefined) return undefined;
    for (const source of this.#sources) {
      const model = await source.find(standsFor, entity, signal);
      if (model !== undefined) return { ...model, name };
    }
    return undefined;
  }

  async list(entity: string, signal?: AbortSignal): Promise<readonly ListedModel[]> {
    const listed = await Promise.all(
      [...this.#names.keys()].map((name) => this.describe(name, entity, signal)),
    );
    return listed.filter((model) => model !== undefined);
  }

  async describe(
    name: string,
    entity: string,
    signal?: AbortSignal,
  ): Promise<ListedModel | undefined> {
    const standsFor = this.#names.get(name);
    if (standsFor === undefined) return undefined;
    for (const source of this.#sources) {
      const model = await source.describe(standsFor, entity, signal);
      if (model !== undefined) return { ...model, name, kind: "mapped", standsFor };
    }
    return undefined;
  }
}
