import type {
  AccumulateResult,
  AdamParameters,
  Datum,
  ForwardResult,
  LossSpec,
  StepResult,
} from "../datum.ts";
import type { AdapterFile, AdapterImport, ModelHandle, OpenModel } from "../engine.ts";
import { EngineError } from "../errors.ts";
import { checkData } from "../losses/index.ts";
import type { OperationInput, OperationOutput } from "../worker/protocol.ts";
import { StateShadow } from "../worker/state-shadow.ts";
import type { TrainingState } from "../worker/training-state.ts";
import type { BaseCatalogue } from "./base-catalogue.ts";
import type { CallLimit } from "./call-limit.ts";
import type { CheckpointStore } from "./checkpoint-store.ts";
import { copiedData } from "./copied-data.ts";
import type { EmbeddedLimits } from "./embedded-options.ts";
import { checkOpening, resolveOpening } from "./model-opening.ts";
import type { HandleEntry, OpenHandles } from "./open-handles.ts";
import type { WorkerSupervisor } from "./worker-supervisor.ts";

type QueuedName = "forward" | "accumulate" | "step" | "captureState" | "captureAdapter";

/** What calls on models stand on. */
export interface ModelParts {
  readonly store: CheckpointStore;
  readonly limits: EmbeddedLimits;
  readonly catalogue: BaseCatalogue;
  readonly handles: OpenHandles;
  readonly supervisor: WorkerSupervisor;
}

/** The caller may change its bytes while the call waits. */
function copiedFile({ name, bytes }: AdapterFile): AdapterFile {
  return { name, bytes: bytes.slice() };
}

/** Late answers of calls that change nothing need no undoing. */
const nothingToUndo = (): void => {};

/**
 * Calls on open models: checked here, then sent to the worker without a turn of the event loop in between, so that
 * they stand in its queue in the order in which they were made.
 */
export class ModelCalls {
  readonly #parts: ModelParts;
  #models = 0;

  constructor(parts: ModelParts) {
    this.#parts = parts;
  }

  async open(opening: OpenModel, limit: CallLimit): Promise<ModelHandle> {
    const { handles, catalogue, limits } = this.#parts;
    checkOpening(opening, limits.maxRank);
    const { rank } = opening.lora;
    const { maxRank } = catalogue.find(opening.baseModel);
    if (rank > maxRank) {
      throw new EngineError(
        "unsupported",
        `lora.rank is ${rank}, and the embedded engine takes at most ${maxRank} for ${opening.baseModel}, the width of that model; use a lower rank`,
        { parameter: "lora.rank" },
      );
    }
    const generation = handles.reserve(opening.modelKey);
    try {
      return await this.#openReserved(opening, generation, limit);
    } catch (error) {
      handles.giveBack(opening.modelKey);
      throw error;
    }
  }

  async forward(
    handle: ModelHandle,
    data: readonly Datum[],
    limit: CallLimit,
  ): Promise<ForwardResult> {
    const entry = this.#parts.handles.find(handle);
    checkData(data, null, this.#parts.catalogue.find(handle.baseModel));
    const input = { model: entry.model, data: copiedData(data) };
    return this.#queued(entry, "forward", input, limit, nothingToUndo);
  }

  async accumulate(
    handle: ModelHandle,
    data: readonly Datum[],
    loss: LossSpec,
    limit: CallLimit,
  ): Promise<AccumulateResult> {
    const entry = this.#parts.handles.find(handle);
    checkData(data, loss, this.#parts.catalogue.find(handle.baseModel));
    const input = { model: entry.model, loss, data: copiedData(data) };
    return this.#queued(entry, "accumulate", input, limit);
  }

  async step(handle: ModelHandle, adam: AdamParameters, limit: CallLimit): Promise<StepResult> {
    const entry = this.#parts.handles.find(handle);
    return this.#queued(entry, "step", { model: entry.model, adam }, limit);
  }

  async captureState(handle: ModelHandle, limit: CallLimit): Promise<TrainingState> {
    const entry = this.#parts.handles.find(handle);
    return this.#queued(entry, "captureState", { model: entry.model }, limit, nothingToUndo);
  }

  async captureAdapter(handle: ModelHandle, limit: CallLimit): Promise<readonly AdapterFile[]> {
    const entry = this.#parts.handles.find(handle);
    return this.#queued(entry, "captureAdapter", { model: entry.model }, limit, nothingToUndo);
  }

  /** An adapter from elsewhere, checked against its base model, as this engine writes adapters. */
  async convertAdapter(
    { baseModel, files }: AdapterImport,
    limit: CallLimit,
  ): Promise<readonly AdapterFile[]> {
    const { catalogue, supervisor } = this.#parts;
    const { maxRank } = catalogue.find(baseModel);
    const { client } = supervisor;
    await catalogue.ensureLoaded(baseModel, client, limit);
    const input = { baseModel, maxRank, files: files.map(copiedFile) };
    return client.call("convertAdapter", input, {
      limit,
      whenLost: "unavailable",
      undo: nothingToUndo,
    });
  }

  async close(handle: ModelHandle, limit: CallLimit): Promise<void> {
    const { handles, supervisor } = this.#parts;
    const entry = handles.find(handle);
    const input = { model: entry.model };
    await supervisor.client.call("closeModel", input, { limit, whenLost: "model_lost" });
    handles.remove(entry);
  }

  async #openReserved(
    opening: OpenModel,
    generation: number,
    limit: CallLimit,
  ): Promise<ModelHandle> {
    const { handles, store, catalogue, supervisor } = this.#parts;
    const { modelKey, baseModel, lora } = opening;
    const { alpha, restore } = await limit.race(resolveOpening(opening, store, handles));
    const { client } = supervisor;
    await catalogue.ensureLoaded(baseModel, client, limit);
    this.#models += 1;
    const model = this.#models;
    const { rank, seed = 0, targets = "all" } = lora;
    const shadow = await client.call(
      "openModel",
      { model, baseModel, rank, alpha, targets, seed, restore },
      { limit, whenLost: "unavailable", undo: () => client.abandonModel(model) },
    );
    const { instance } = client;
    const { step } = new StateShadow(shadow);
    const handle: ModelHandle = { modelKey, baseModel, rank, alpha, instance, generation, step };
    handles.add({ handle, targets, model, shadow, pendingCalls: 0 });
    return handle;
  }

  async #queued<Name extends QueuedName>(
    entry: HandleEntry,
    name: Name,
    input: OperationInput<Name>,
    limit: CallLimit,
    undo?: (late: OperationOutput<Name>) => void,
  ): Promise<OperationOutput<Name>> {
    const { supervisor, limits } = this.#parts;
    if (entry.pendingCalls >= limits.maxCallsPerModel) {
      throw new EngineError(
        "busy",
        `${entry.pendingCalls} calls wait for the model ${entry.handle.modelKey}; wait for some of them`,
        { retryAfterMs: 100 },
      );
    }
    entry.pendingCalls += 1;
    try {
      return await supervisor.client.call(name, input, {
        limit,
        whenLost: "model_lost",
        ...(undo === undefined ? {} : { undo }),
      });
    } finally {
      entry.pendingCalls -= 1;
    }
  }
}
