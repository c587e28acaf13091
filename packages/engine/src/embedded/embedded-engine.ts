import type {
  AccumulateResult,
  AdamParameters,
  Datum,
  ForwardResult,
  LossSpec,
  StepResult,
} from "../datum.ts";
import type {
  AdapterFile,
  CallOptions,
  CheckpointRef,
  Engine,
  ModelHandle,
  OpenModel,
  SamplerRef,
  SamplingTarget,
} from "../engine.ts";
import { EngineError } from "../errors.ts";
import { loomFolder, loomModelId } from "../loom.ts";
import { checkData } from "../losses/index.ts";
import type { EngineProfile } from "../profile.ts";
import type { SampleEvent, SampleRequest } from "../sampling.ts";
import { TextWorker } from "../text/text-worker.ts";
import type { EngineStatistics } from "../worker/counters.ts";
import type { OperationInput, OperationName, OperationOutput } from "../worker/protocol.ts";
import { BaseCatalogue } from "./base-catalogue.ts";
import { BaseText } from "./base-text.ts";
import { CallLimit } from "./call-limit.ts";
import { CheckpointStore } from "./checkpoint-store.ts";
import { copiedData } from "./copied-data.ts";
import {
  type EmbeddedEngineOptions,
  type EmbeddedLimits,
  resolveOptions,
} from "./embedded-options.ts";
import { embeddedProfile } from "./embedded-profile.ts";
import { checkOpening, resolveOpening, stateFileName } from "./model-opening.ts";
import { checkName } from "./names.ts";
import { type HandleEntry, OpenHandles } from "./open-handles.ts";
import { PublishedSamplers, samplerKey } from "./published-samplers.ts";
import { SamplingRequests } from "./sampling-requests.ts";
import { writeStateFile } from "./state-file.ts";
import { WorkerSupervisor } from "./worker-supervisor.ts";

type ModelOperation = "forward" | "accumulate" | "step" | "captureState" | "captureAdapter";

/**
 * Opens an engine that computes in this process: models, training and sampling in a worker thread with helper threads,
 * tokenizers and grammars in another, checkpoints and published adapters in a directory that outlives it.
 * The process does not end by itself until `shutdown`.
 *
 * @throws {EngineError} what a model folder or an option is refused with; `busy` without memory.
 * @example
 * const engine = await openEmbeddedEngine({ directory: "data/engine" });
 * const prompt = await engine.text("heddle/loom").encode("Hello");
 * for await (const event of engine.sample({ kind: "base", baseModel: "heddle/loom" }, { prompt, maxTokens: 20 })) …
 */
export async function openEmbeddedEngine(options: EmbeddedEngineOptions): Promise<EmbeddedEngine> {
  const { limits, ...settings } = resolveOptions(options);
  const store = new CheckpointStore(options.directory);
  const text = new TextWorker();
  const folders = new Map([[loomModelId, loomFolder], ...Object.entries(options.models ?? {})]);
  const parts = { store, text, limits, catalogue: new BaseCatalogue(folders, text) };
  const handles = new OpenHandles(limits.maxModels);
  const supervisor = new WorkerSupervisor({ ...settings, limits }, text, () => handles.loseAll());
  try {
    await Promise.all([store.open(), supervisor.client.ready]);
  } catch (error) {
    await supervisor.shutdown();
    await text.close();
    throw error;
  }
  return new EmbeddedEngine({ ...parts, handles, supervisor });
}

/** What an embedded engine is made of. */
interface EmbeddedParts {
  readonly store: CheckpointStore;
  readonly text: TextWorker;
  readonly limits: EmbeddedLimits;
  readonly catalogue: BaseCatalogue;
  readonly handles: OpenHandles;
  readonly supervisor: WorkerSupervisor;
}

/** See `openEmbeddedEngine`. */
export class EmbeddedEngine implements Engine {
  readonly #parts: EmbeddedParts;
  readonly #samplers: PublishedSamplers;
  readonly #sampling: SamplingRequests;
  #models = 0;

  constructor(parts: EmbeddedParts) {
    this.#parts = parts;
    this.#samplers = new PublishedSamplers(parts.store);
    this.#sampling = new SamplingRequests({ ...parts, samplers: this.#samplers }, () =>
      this.#profile(),
    );
  }

  /** Tokenizer and chat template of a base model. Throws `not_found`. */
  text(baseModel: string): BaseText {
    const { id } = this.#parts.catalogue.find(baseModel);
    return new BaseText(id, this.#parts.text, this.#parts.catalogue);
  }

  /** What the worker counts; see `EngineStatistics`. */
  statistics(): EngineStatistics {
    return this.#parts.supervisor.counters.all();
  }

  /** Ends the worker at once, as running out of memory would: for drills. What runs fails, and a new one starts. */
  async killWorker(): Promise<void> {
    await this.#parts.supervisor.client.terminate();
  }

  async describe(options?: CallOptions): Promise<EngineProfile> {
    return this.#within(options, () => Promise.resolve(this.#profile()));
  }

  openModel(model: OpenModel, options?: CallOptions): Promise<ModelHandle> {
    return this.#within(options, (limit) => this.#open(model, limit));
  }

  forward(
    handle: ModelHandle,
    data: readonly Datum[],
    options?: CallOptions,
  ): Promise<ForwardResult> {
    return this.#within(options, async (limit) => {
      const entry = this.#parts.handles.find(handle);
      checkData(data, null, this.#parts.catalogue.find(handle.baseModel));
      const input = { model: entry.model, ...copiedData(data) };
      return this.#modelCall(entry, "forward", input, limit, () => {});
    });
  }

  accumulate(
    handle: ModelHandle,
    data: readonly Datum[],
    loss: LossSpec,
    options?: CallOptions,
  ): Promise<AccumulateResult> {
    return this.#within(options, async (limit) => {
      const entry = this.#parts.handles.find(handle);
      checkData(data, loss, this.#parts.catalogue.find(handle.baseModel));
      const input = { model: entry.model, loss, ...copiedData(data) };
      return this.#modelCall(entry, "accumulate", input, limit);
    });
  }

  step(handle: ModelHandle, adam: AdamParameters, options?: CallOptions): Promise<StepResult> {
    return this.#within(options, async (limit) => {
      const entry = this.#parts.handles.find(handle);
      return this.#modelCall(entry, "step", { model: entry.model, adam }, limit);
    });
  }

  saveState(handle: ModelHandle, name: string, options?: CallOptions): Promise<CheckpointRef> {
    return this.#within(options, async (limit) => {
      const entry = this.#parts.handles.find(handle);
      const { store } = this.#parts;
      const checkpoint: CheckpointRef = { kind: "checkpoint", modelKey: handle.modelKey, name };
      checkName(name, "name");
      // The state is captured in the order of the calls; whether the name is free is known when it is written.
      const capture = { model: entry.model };
      const state = await this.#modelCall(entry, "captureState", capture, limit, () => {});
      const files = [{ name: stateFileName, bytes: writeStateFile(state) }];
      await store.write(checkpoint, files, () => limit.check());
      return checkpoint;
    });
  }

  listStates(modelKey: string, options?: CallOptions): Promise<CheckpointRef[]> {
    return this.#within(options, (limit) => limit.race(this.#parts.store.listStates(modelKey)));
  }

  deleteState(checkpoint: CheckpointRef, options?: CallOptions): Promise<void> {
    return this.#within(options, async (limit) => {
      limit.check();
      await this.#parts.store.bury(checkpoint);
      await this.#parts.store.delete(checkpoint);
    });
  }

  publish(handle: ModelHandle, version: string, options?: CallOptions): Promise<SamplerRef> {
    return this.#within(options, async (limit) => {
      const entry = this.#parts.handles.find(handle);
      const sampler: SamplerRef = { kind: "sampler", modelKey: handle.modelKey, version };
      checkName(version, "version");
      const capture = { model: entry.model };
      const files = await this.#modelCall(entry, "captureAdapter", capture, limit, () => {});
      await this.#samplers.add(sampler, files, handle.baseModel, () => limit.check());
      return sampler;
    });
  }

  async *exportAdapter(sampler: SamplerRef, options?: CallOptions): AsyncGenerator<AdapterFile> {
    yield* await this.#within(options, (limit) => limit.race(this.#samplers.files(sampler)));
  }

  sample(
    target: SamplingTarget,
    request: SampleRequest,
    options?: CallOptions,
  ): AsyncIterableIterator<SampleEvent> {
    return this.#sampling.sample(target, request, options);
  }

  score(
    target: SamplingTarget,
    tokens: Int32Array,
    options?: CallOptions,
  ): Promise<(number | null)[]> {
    return this.#within(options, (limit) => this.#sampling.score(target, tokens, limit));
  }

  retire(sampler: SamplerRef, options?: CallOptions): Promise<void> {
    return this.#within(options, async (limit) => {
      limit.check();
      await this.#samplers.takeOut(sampler);
      // Samples that run have the adapter in memory; it goes with the last of them.
      const key = samplerKey(sampler);
      const { client } = this.#parts.supervisor;
      await client.call("forgetSampler", { key }, { whenLost: "unavailable" });
      await this.#parts.store.delete(sampler);
    });
  }

  close(handle: ModelHandle, options?: CallOptions): Promise<void> {
    return this.#within(options, async (limit) => {
      const { handles, supervisor } = this.#parts;
      const entry = handles.find(handle);
      const input = { model: entry.model };
      await supervisor.client.call("closeModel", input, { limit, whenLost: "model_lost" });
      handles.remove(entry);
    });
  }

  async shutdown(): Promise<void> {
    await this.#parts.supervisor.shutdown();
    await this.#parts.text.close();
  }

  #profile(): EngineProfile {
    const { supervisor, catalogue, limits } = this.#parts;
    return embeddedProfile({
      instance: supervisor.client.instance,
      isHealthy: supervisor.isHealthy,
      baseModels: catalogue.models,
      limits,
    });
  }

  async #open(opening: OpenModel, limit: CallLimit): Promise<ModelHandle> {
    const { handles, store, catalogue, limits, supervisor } = this.#parts;
    checkOpening(opening, limits.maxRank);
    const { modelKey, lora } = opening;
    const base = catalogue.find(opening.baseModel);
    limit.check();
    const generation = handles.reserve(modelKey);
    try {
      const { alpha, restore } = await limit.race(resolveOpening(opening, store, handles));
      const { client } = supervisor;
      await catalogue.ensureLoaded(base.id, client, limit);
      this.#models += 1;
      const model = this.#models;
      const { rank, seed = 0, targets = "all" } = lora;
      const shadow = await client.call(
        "openModel",
        { model, baseModel: base.id, rank, alpha, targets, seed, restore },
        {
          limit,
          whenLost: "unavailable",
          undo: () => void client.call("closeModel", { model }, { whenLost: "unavailable" }),
        },
      );
      const handle: ModelHandle = {
        modelKey,
        baseModel: base.id,
        rank,
        alpha,
        instance: client.instance,
        generation,
      };
      handles.add({ handle, targets, model, shadow, pendingCalls: 0 });
      return handle;
    } catch (error) {
      handles.giveBack(modelKey);
      throw error;
    }
  }

  async #modelCall<Name extends ModelOperation & OperationName>(
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

  /** Runs a call within the limits of its options; whatever it fails with is an `EngineError`. */
  async #within<T>(
    options: CallOptions | undefined,
    call: (limit: CallLimit) => Promise<T>,
  ): Promise<T> {
    const limit = new CallLimit(options);
    try {
      limit.check();
      this.#parts.supervisor.checkRunning();
      return await call(limit);
    } catch (error) {
      throw error instanceof EngineError ? error : internal(error);
    } finally {
      limit.close();
    }
  }
}

function internal(cause: unknown): EngineError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new EngineError("internal", `the engine failed where it should not: ${message}`, {
    cause,
  });
}
