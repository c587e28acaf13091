import type { SamplingTarget } from "@heddle/engine";
import { parseProject } from "../../access/project-id.ts";
import type { BaseModels } from "../../inference/models/base-models.ts";
import type { ListedModel, ModelSource } from "../../inference/models/model-source.ts";
import type { ServedModel } from "../../inference/models/served-model.ts";
import { UnusableModel } from "../../inference/models/unusable-model.ts";
import type { Records } from "../../store/records/records.ts";
import { CheckpointsStore } from "../checkpoints/checkpoints-sql.ts";
import { ModelsStore } from "../models/models-sql.ts";
import type { TrainedModel } from "../models/trained-model.ts";
import { parseTrainedName, trainedName } from "./trained-name.ts";

/** What the names of trained models stand on. */
export interface TrainedModelSourceOptions {
  readonly records: Records;
  readonly bases: Pick<BaseModels, "find">;
  /** Whether the models of an entity answer those of another one, as on a server without keys. */
  readonly isOpen: boolean;
  readonly log: { error(fields: object, message: string): void };
}

/** A list of names is one page, so it ends here; the newest models come first. */
const mostListed = 1_000;

/**
 * Checkpoints of trained models, by their names. A name is looked up at each request, so that a bare
 * name follows the training.
 */
export class TrainedModelSource implements ModelSource {
  readonly #options: TrainedModelSourceOptions;
  readonly #models: ModelsStore;
  readonly #checkpoints: CheckpointsStore;

  constructor(options: TrainedModelSourceOptions) {
    this.#options = options;
    this.#models = new ModelsStore(options.records);
    this.#checkpoints = new CheckpointsStore(options.records);
  }

  /** @throws UnusableModel if the server no longer has the base model */
  async find(name: string, entity: string, signal?: AbortSignal): Promise<ServedModel | undefined> {
    const found = await this.#find(name, entity, signal);
    if (found === undefined) return undefined;
    const { model, target } = found;
    const base = await this.#options.bases.find(model.baseId);
    if (base === undefined) {
      const { id, baseId } = model;
      this.#options.log.error({ model: id, baseId }, "the base model of a trained one is gone");
      throw new UnusableModel(name, "this server no longer has its base model");
    }
    return { ...base, name, target, isTrained: true, marksCalls: false, generationDefaults: {} };
  }

  async list(entity: string, signal?: AbortSignal): Promise<readonly ListedModel[]> {
    const page = { limit: mostListed, order: "desc" } as const;
    const models = await this.#models.list({ entity }, page, signal);
    return models.map((model) => listed(model, trainedName(model)));
  }

  async describe(
    name: string,
    entity: string,
    signal?: AbortSignal,
  ): Promise<ListedModel | undefined> {
    const found = await this.#find(name, entity, signal);
    return found && listed(found.model, name);
  }

  async #find(
    text: string,
    entity: string,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly model: TrainedModel; readonly target: SamplingTarget } | undefined> {
    const named = parseTrainedName(text);
    if (named === undefined || (named.entity !== entity && !this.#options.isOpen)) return undefined;
    const project = parseProject(`${named.entity}/${named.project}`);
    const model = project && (await this.#models.named(project.id, named.name, signal));
    if (model === undefined) return undefined;
    const { id: modelKey, baseId: baseModel } = model;
    const { step } = named;
    const checkpoint =
      step === undefined
        ? await this.#checkpoints.newest(modelKey, signal)
        : await this.#checkpoints.withStep(modelKey, step, signal);
    const version = checkpoint?.samplerVersion;
    if (typeof version === "string")
      return { model, target: { kind: "sampler", modelKey, version } };
    // The untrained model is its base model: it answers after its checkpoint was deleted, too.
    const isUntrained = checkpoint !== undefined || step === undefined || step === 0;
    return isUntrained ? { model, target: { kind: "base", baseModel } } : undefined;
  }
}

function listed(model: TrainedModel, name: string): ListedModel {
  return {
    name,
    kind: "trained",
    parent: model.baseModel,
    owner: model.entity,
    createdS: Math.floor(Date.parse(model.createdAt) / 1000),
  };
}
