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
  AdapterImport,
  CallOptions,
  CheckpointRef,
  Engine,
  ModelHandle,
  OpenModel,
  SamplerRef,
  SamplingTarget,
} from "../engine.ts";
import { asEngineError } from "../errors.ts";
import {
  adapterImportForm,
  adamForm,
  checkpointForm,
  dataForm,
  handleForm,
  lossForm,
  openModelForm,
  samplerForm,
} from "../forms/engine-forms.ts";
import { textForm } from "../forms/form.ts";
import { loomFolder, loomModelId } from "../loom.ts";
import type { ModelFootprint } from "../model/footprint.ts";
import type { EngineProfile } from "../profile.ts";
import type { SampleEvent, SampleRequest } from "../sampling.ts";
import { TextWorker } from "@heddle/text/worker";
import type { GenerationDefaults } from "../weights/generation-defaults.ts";
import type { ModelFolder } from "../weights/model-folder.ts";
import type { EngineStatistics } from "../worker/counters.ts";
import { BaseCatalogue } from "./base-catalogue.ts";
import type { BaseText } from "./base-text.ts";
import { CallLimit } from "./call-limit.ts";
import { CatalogueText } from "./catalogue-text.ts";
import { CheckpointStore } from "./checkpoint-store.ts";
import { type EmbeddedEngineOptions, resolveOptions } from "./embedded-options.ts";
import { embeddedProfile } from "./embedded-profile.ts";
import { ModelCalls, type ModelParts } from "./model-calls.ts";
import { stateFileName } from "./model-opening.ts";
import { checkName } from "./names.ts";
import { OpenHandles } from "./open-handles.ts";
import { PublishedSamplers, samplerKey } from "./published-samplers.ts";
import { SamplingRequests } from "./sampling-requests.ts";
import { writeStateFile } from "./state-file.ts";
import { checkWorkerFile } from "./worker-client.ts";
import { WorkerSupervisor } from "./worker-supervisor.ts";

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
export function openEmbeddedEngine(options: EmbeddedEngineOptions): Promise<EmbeddedEngine> {
  return EmbeddedEngine.open(options);
}

/** What an embedded engine is made of. */
interface EmbeddedParts extends ModelParts {
  readonly text: TextWorker;
}

/** See `openEmbeddedEngine`. */
export class EmbeddedEngine implements Engine {
  readonly #parts: EmbeddedParts;
  readonly #samplers: PublishedSamplers;
  readonly #sampling: SamplingRequests;
  readonly #models: ModelCalls;

  // Private also so that what it is made of, and with that Node's types, stays out of the declarations.
  private constructor(parts: EmbeddedParts) {
    this.#parts = parts;
    this.#models = new ModelCalls(parts);
    this.#samplers = new PublishedSamplers(parts.store);
    this.#sampling = new SamplingRequests({ ...parts, samplers: this.#samplers }, () =>
      this.#profile(),
    );
  }

  /** See `openEmbeddedEngine`. */
  static async open(options: EmbeddedEngineOptions): Promise<EmbeddedEngine> {
    const { limits, ...settings } = resolveOptions(options);
    checkWorkerFile();
    const store = new CheckpointStore(options.directory);
    const text = new TextWorker();
    const folders = new Map<string, string | ModelFolder>([
      [loomModelId, loomFolder],
      ...Object.entries(options.models ?? {}),
    ]);
    const { tightenedModels = [loomModelId] } = options;
    const catalogue = new BaseCatalogue(
      folders,
      { tightenedModels, maxRank: limits.maxRank },
      text,
    );
    const parts = { store, text, limits, catalogue };
    const handles = new OpenHandles(limits.maxModels);
    const supervisor = new WorkerSupervisor({ ...settings, limits }, text, () => handles.loseAll());
    try {
      await Promise.all([store.open(), supervisor.client.ready]);
    } catch (error) {
      await Promise.all([supervisor.shutdown(), text.close()]);
      await store.close();
      throw asEngineError(error);
    }
    return new EmbeddedEngine({ ...parts, handles, supervisor });
  }

  /** Tokenizer and chat template of a base model. Throws `not_found`. */
  text(baseModel: string): BaseText {
    textForm(baseModel, "baseModel");
    const { id } = this.#parts.catalogue.find(baseModel);
    return new CatalogueText(id, this.#parts.text, this.#parts.catalogue);
  }

  /** What the makers of a base model propose for requests that say nothing. Throws `not_found`. */
  generationDefaults(baseModel: string): GenerationDefaults {
    textForm(baseModel, "baseModel");
    return this.#parts.catalogue.generationDefaults(baseModel);
  }

  /** What a base model takes of the engine's memory. Throws `not_found`. */
  footprint(baseModel: string): ModelFootprint {
    textForm(baseModel, "baseModel");
    return this.#parts.catalogue.footprint(baseModel);
  }

  /**
   * Loads a base model that is not loaded yet, as the first call that needs it would. Resolves when it is there; a load
   * goes on when the call is given up.
   */
  load(baseModel: string, options?: CallOptions): Promise<void> {
    return this.#within(options, (limit) => {
      textForm(baseModel, "baseModel");
      const { catalogue, supervisor } = this.#parts;
      return catalogue.ensureLoaded(catalogue.find(baseModel).id, supervisor.client, limit);
    });
  }

  /** How much of a base model's weights is loaded, from 0 to 1. Throws `not_found`, `unavailable`. */
  loadedShare(baseModel: string): number {
    textForm(baseModel, "baseModel");
    const { catalogue, supervisor } = this.#parts;
    return catalogue.loadedShare(baseModel, supervisor.client);
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
    return this.#within(options, (limit) => {
      openModelForm(model, "model");
      return this.#models.open(model, limit);
    });
  }

  forward(
    handle: ModelHandle,
    data: readonly Datum[],
    options?: CallOptions,
  ): Promise<ForwardResult> {
    return this.#within(options, (limit) => {
      handleForm(handle, "handle");
      dataForm(data, "data");
      return this.#models.forward(handle, data, limit);
    });
  }

  accumulate(
    handle: ModelHandle,
    data: readonly Datum[],
    loss: LossSpec,
    options?: CallOptions,
  ): Promise<AccumulateResult> {
    return this.#within(options, (limit) => {
      handleForm(handle, "handle");
      dataForm(data, "data");
      lossForm(loss, "loss");
      return this.#models.accumulate(handle, data, loss, limit);
    });
  }

  step(handle: ModelHandle, adam: AdamParameters, options?: CallOptions): Promise<StepResult> {
    return this.#within(options, (limit) => {
      handleForm(handle, "handle");
      adamForm(adam, "adam");
      return this.#models.step(handle, adam, limit);
    });
  }

  saveState(handle: ModelHandle, name: string, options?: CallOptions): Promise<CheckpointRef> {
    return this.#within(options, async (limit) => {
      handleForm(handle, "handle");
      checkName(name, "name");
      const checkpoint: CheckpointRef = { kind: "checkpoint", modelKey: handle.modelKey, name };
      // The state is captured in the order of the calls; whether the name is free is known when it is written.
      const state = await this.#models.captureState(handle, limit);
      const files = [{ name: stateFileName, bytes: writeStateFile(state) }];
      await this.#parts.store.write(checkpoint, files, () => limit.check());
      return checkpoint;
    });
  }

  listStates(modelKey: string, options?: CallOptions): Promise<CheckpointRef[]> {
    return this.#within(options, (limit) => limit.race(this.#parts.store.listStates(modelKey)));
  }

  deleteState(checkpoint: CheckpointRef, options?: CallOptions): Promise<void> {
    return this.#within(options, async () => {
      checkpointForm(checkpoint, "checkpoint");
      await this.#parts.store.delete(checkpoint);
    });
  }

  publish(handle: ModelHandle, version: string, options?: CallOptions): Promise<SamplerRef> {
    return this.#within(options, async (limit) => {
      handleForm(handle, "handle");
      checkName(version, "version");
      const sampler: SamplerRef = { kind: "sampler", modelKey: handle.modelKey, version };
      const files = await this.#models.captureAdapter(handle, limit);
      await this.#samplers.add(sampler, files, handle.baseModel, () => limit.check());
      return sampler;
    });
  }

  async *exportAdapter(sampler: SamplerRef, options?: CallOptions): AsyncGenerator<AdapterFile> {
    yield* await this.#within(options, (limit) => {
      samplerForm(sampler, "sampler");
      return limit.race(this.#samplers.files(sampler));
    });
  }

  importAdapter(adapter: AdapterImport, options?: CallOptions): Promise<SamplerRef> {
    return this.#within(options, async (limit) => {
      adapterImportForm(adapter, "adapter");
      const { modelKey, version, baseModel } = adapter;
      checkName(modelKey, "modelKey");
      checkName(version, "version");
      const sampler: SamplerRef = { kind: "sampler", modelKey, version };
      const files = await this.#models.convertAdapter(adapter, limit);
      await this.#samplers.add(sampler, files, baseModel, () => limit.check());
      return sampler;
    });
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
    return this.#within(options, async () => {
      samplerForm(sampler, "sampler");
      await this.#samplers.retire(sampler, async () => {
        // Samples that run have the adapter in memory; it goes with the last of them.
        await this.#parts.supervisor.forgetSampler(samplerKey(sampler));
      });
    });
  }

  close(handle: ModelHandle, options?: CallOptions): Promise<void> {
    return this.#within(options, (limit) => {
      handleForm(handle, "handle");
      return this.#models.close(handle, limit);
    });
  }

  async shutdown(): Promise<void> {
    const { supervisor, text, store } = this.#parts;
    await Promise.all([supervisor.shutdown(), text.close(), store.close()]);
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
      throw asEngineError(error);
    } finally {
      limit.close();
    }
  }
}
