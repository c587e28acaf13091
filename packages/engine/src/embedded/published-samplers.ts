import type { AdapterFile, SamplerRef, SamplingTarget } from "../engine.ts";
import { EngineError } from "../errors.ts";
import { peftFileNames } from "../weights/peft-file-names.ts";
import type { WorkerTarget } from "../worker/protocol.ts";
import type { CheckpointStore } from "./checkpoint-store.ts";

/** Published adapters: which there are, and for which base model each is. */
export class PublishedSamplers {
  readonly #store: CheckpointStore;
  readonly #baseModels = new Map<string, string>();

  constructor(store: CheckpointStore) {
    this.#store = store;
  }

  /** Where to sample. Throws `not_found` for a version that is not there, `invalid` for a damaged one. */
  async target(target: SamplingTarget): Promise<WorkerTarget> {
    if (target.kind === "base") return { baseModel: target.baseModel, sampler: null };
    const key = samplerKey(target);
    let baseModel = this.#baseModels.get(key);
    if (baseModel === undefined) {
      baseModel = await this.#readBaseModel(target);
      this.#baseModels.set(key, baseModel);
    }
    return { baseModel, sampler: { key, folder: this.#store.folderOf(target) } };
  }

  /** Keeps an adapter under a version, for ever. */
  async add(
    sampler: SamplerRef,
    files: readonly AdapterFile[],
    baseModel: string,
    mayCommit: () => void,
  ): Promise<void> {
    await this.#store.write(sampler, files, mayCommit);
    this.#baseModels.set(samplerKey(sampler), baseModel);
  }

  /** Deletes it; `forget` is called once nobody finds it any more. Throws `not_found`. */
  async retire(sampler: SamplerRef, forget: () => Promise<void>): Promise<void> {
    await this.#store.delete(sampler, async () => {
      this.#baseModels.delete(samplerKey(sampler));
      await forget();
    });
  }

  files(sampler: SamplerRef): Promise<AdapterFile[]> {
    return this.#store.read(sampler, peftFileNames);
  }

  async #readBaseModel(sampler: SamplerRef): Promise<string> {
    const [config] = await this.#store.read(sampler, ["adapter_config.json"]);
    try {
      const parsed: unknown = JSON.parse(Buffer.from(config?.bytes ?? []).toString("utf8"));
      if (typeof parsed === "object" && parsed !== null && "base_model_name_or_path" in parsed) {
        return String(parsed.base_model_name_or_path);
      }
    } catch (cause) {
      throw this.#damaged(sampler, cause);
    }
    throw this.#damaged(sampler, "base_model_name_or_path is missing");
  }

  #damaged(sampler: SamplerRef, cause: unknown): EngineError {
    return new EngineError(
      "invalid",
      `${this.#store.folderOf(sampler)}/adapter_config.json is damaged; retire ${samplerKey(sampler)} and publish it again`,
      { cause },
    );
  }
}

/** One name for a sampler. */
export function samplerKey({ modelKey, version }: SamplerRef): string {
  return `${modelKey}/${version}`;
}
