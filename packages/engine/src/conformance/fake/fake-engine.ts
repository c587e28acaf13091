import type {
  AccumulateResult,
  AdamParameters,
  Datum,
  ForwardResult,
  LossSpec,
  StepResult,
} from "../../datum.ts";
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
} from "../../engine.ts";
import { EngineError } from "../../errors.ts";
import { checkData } from "../../losses/check-datum.ts";
import { lossOf } from "../../losses/loss.ts";
import { combineMetrics } from "../../losses/metrics.ts";
import type { BaseModel, EngineProfile } from "../../profile.ts";
import { validateSampleRequest } from "../../sampler/validate-sample-request.ts";
import type { SampleEvent, SampleRequest } from "../../sampling.ts";
import { Call } from "./call.ts";
import { Disk } from "./disk.ts";
import { entropyOf, LanguageModel, logSoftmax } from "./language-model.ts";
import { at } from "./shape.ts";
import { LowRank } from "./low-rank.ts";
import { adapterOfPeft, peftFiles } from "./peft.ts";
import { fakeBase, fakeProfile } from "./profile.ts";
import { sampleEvents } from "./sample-events.ts";
import { checkAdam, checkOpenModel, unsupported } from "./refusals.ts";
import { TrainingState } from "./training-state.ts";

interface OpenState {
  readonly handle: ModelHandle;
  readonly state: TrainingState;
  /** The end of the last call that changes the model. */
  tail: Promise<unknown>;
}

/**
 * An engine in memory with a model of a few hundred weights: real gradients, a real optimizer, real sampling. It
 * shows that the suite can be passed, and carries the defects that show that each of its items can fail.
 */
export class FakeEngine implements Engine {
  private readonly instance: string;
  private readonly disk: Disk;
  private readonly model = new LanguageModel(42);
  private readonly open = new Map<string, OpenState>();
  private generations = 0;
  private isAlive = true;

  /** @param disk what an earlier instance left behind */
  constructor(disk: Disk = new Disk(), instance = "fake-1") {
    this.disk = disk;
    this.instance = instance;
  }

  private get profile(): EngineProfile {
    return fakeProfile(this.instance, this.isAlive);
  }

  private get base(): BaseModel {
    return this.profile.baseModels[0] as BaseModel;
  }

  async describe(options?: CallOptions): Promise<EngineProfile> {
    await this.call(options).turn();
    return this.profile;
  }

  async openModel(model: OpenModel, options?: CallOptions): Promise<ModelHandle> {
    await this.call(options).turn();
    this.checkBase(model.baseModel);
    const { modelKey, lora, resume } = model;
    checkOpenModel(model, this.base);
    if (this.open.has(modelKey)) throw new EngineError("conflict", `${modelKey} is open already`);
    if (this.open.size >= this.profile.maxModels) {
      throw new EngineError("busy", `${this.open.size} models are open; close one first`);
    }
    const alpha = lora.alpha ?? 32;
    const state =
      resume === undefined
        ? new TrainingState(LowRank.fresh(lora.rank, alpha, lora.seed ?? 0))
        : this.resumed(modelKey, resume);
    const { rank } = state.weights;
    if (rank !== lora.rank) {
      throw new EngineError("conflict", `the checkpoint has rank ${rank}, not ${lora.rank}`);
    }
    this.generations += 1;
    const { instance, generations: generation } = this;
    const { steps: step } = state;
    const { baseModel } = model;
    const handle = { modelKey, baseModel, rank, alpha, instance, generation, step };
    this.open.set(modelKey, { handle, state, tail: Promise.resolve() });
    return handle;
  }

  private resumed(modelKey: string, resume: NonNullable<OpenModel["resume"]>): TrainingState {
    if (resume.from !== "last-step") {
      const { from, withOptimizer } = resume;
      return this.disk.states.get(from.modelKey, from.name).copy(withOptimizer);
    }
    const last = this.disk.lastSteps.get(modelKey);
    if (last === undefined) throw new EngineError("not_found", `${modelKey} has taken no step`);
    return last.copy(true);
  }

  async forward(
    handle: ModelHandle,
    data: readonly Datum[],
    options?: CallOptions,
  ): Promise<ForwardResult> {
    checkData(data, null, this.base);
    return this.queued(handle, options, async ({ weights }, call) => {
      const logprobs: Float32Array[] = [];
      for (const datum of data) {
        await call.turn();
        logprobs.push(this.logprobs(datum, weights));
      }
      return { logprobs, entropies: this.entropies(data, weights) };
    });
  }

  async accumulate(
    handle: ModelHandle,
    data: readonly Datum[],
    loss: LossSpec,
    options?: CallOptions,
  ): Promise<AccumulateResult> {
    const lossFunction = lossOf(loss);
    if (!this.profile.losses.includes(loss.name)) {
      throw unsupported("loss", `the loss ${loss.name}`, "accumulateCustom computes it anywhere");
    }
    checkData(data, loss, this.base);
    return this.queued(handle, options, async (state, call) => {
      const { weights } = state;
      const gradient = state.newGradient();
      const terms = [];
      for (const datum of data) {
        await call.turn();
        const logprobs = this.logprobs(datum, weights);
        const term = lossFunction(datum, logprobs);
        this.backward(datum, weights, term.gradient, gradient);
        terms.push({ logprobs, metrics: term.metrics });
      }
      state.addGradient(gradient);
      return {
        logprobs: terms.map((term) => term.logprobs),
        entropies: this.entropies(data, weights),
        metrics: combineMetrics(terms.map((term) => term.metrics)),
      };
    });
  }

  async step(
    handle: ModelHandle,
    adam: AdamParameters,
    options?: CallOptions,
  ): Promise<StepResult> {
    checkAdam(adam);
    return this.queued(handle, options, async (state, call) => {
      await call.turn();
      const gradientNorm = state.step(adam);
      this.disk.lastSteps.set(handle.modelKey, state.copy(true));
      return { gradientNorm, step: state.steps };
    });
  }

  async saveState(
    handle: ModelHandle,
    name: string,
    options?: CallOptions,
  ): Promise<CheckpointRef> {
    const { modelKey } = handle;
    return this.queued(handle, options, async (state, call) => {
      await call.turn();
      this.disk.states.put(modelKey, name, state.copy(true));
      return { kind: "checkpoint", modelKey, name };
    });
  }

  async listStates(modelKey: string, options?: CallOptions): Promise<CheckpointRef[]> {
    await this.call(options).turn();
    return this.disk.states.names(modelKey).map((name) => ({ kind: "checkpoint", modelKey, name }));
  }

  async deleteState({ modelKey, name }: CheckpointRef, options?: CallOptions): Promise<void> {
    await this.call(options).turn();
    this.disk.states.delete(modelKey, name);
  }

  async publish(handle: ModelHandle, version: string, options?: CallOptions): Promise<SamplerRef> {
    const { modelKey } = handle;
    return this.queued(handle, options, async ({ weights }, call) => {
      await call.turn();
      this.disk.samplers.put(modelKey, version, weights.copy());
      return { kind: "sampler", modelKey, version };
    });
  }

  async *exportAdapter(sampler: SamplerRef, options?: CallOptions): AsyncGenerator<AdapterFile> {
    await this.call(options).turn();
    const adapter = this.disk.samplers.get(sampler.modelKey, sampler.version);
    yield* peftFiles(adapter, fakeBase);
  }

  async importAdapter(
    { modelKey, version, baseModel, files }: AdapterImport,
    options?: CallOptions,
  ): Promise<SamplerRef> {
    await this.call(options).turn();
    this.checkBase(baseModel);
    this.disk.samplers.put(modelKey, version, adapterOfPeft(files));
    return { kind: "sampler", modelKey, version };
  }

  async *sample(
    target: SamplingTarget,
    request: SampleRequest,
    options?: CallOptions,
  ): AsyncGenerator<SampleEvent> {
    const call = this.call(options);
    validateSampleRequest(request, this.base, this.profile);
    const adapter = this.adapterOf(target);
    const logitsAt = (tokens: readonly number[], position: number): Float64Array =>
      this.model.logits(this.model.features(tokens, position), adapter);
    yield* sampleEvents(request, logitsAt, call);
  }

  async score(
    target: SamplingTarget,
    tokens: Int32Array,
    options?: CallOptions,
  ): Promise<(number | null)[]> {
    const adapter = this.adapterOf(target);
    checkData([{ inputTokens: tokens, targetTokens: tokens }], null, this.base);
    await this.call(options).turn();
    const shifted = { inputTokens: tokens.slice(0, -1), targetTokens: tokens.slice(1) };
    return [null, ...this.logprobs(shifted, adapter)];
  }

  async retire({ modelKey, version }: SamplerRef, options?: CallOptions): Promise<void> {
    await this.call(options).turn();
    this.disk.samplers.delete(modelKey, version);
  }

  async close(handle: ModelHandle, options?: CallOptions): Promise<void> {
    await this.queued(handle, options, async () => {
      this.open.delete(handle.modelKey);
    });
  }

  async shutdown(): Promise<void> {
    this.isAlive = false;
  }

  private call(options: CallOptions | undefined): Call {
    const call = new Call(options, () => this.isAlive);
    call.check();
    return call;
  }

  /** Runs after the calls that came before for the same model. */
  private async queued<T>(
    handle: ModelHandle,
    options: CallOptions | undefined,
    work: (state: TrainingState, call: Call) => Promise<T>,
  ): Promise<T> {
    const call = this.call(options);
    const model = this.modelOf(handle);
    const run = async (): Promise<T> => {
      call.check();
      this.modelOf(handle);
      return work(model.state, call);
    };
    const result = model.tail.then(run, run);
    model.tail = result.catch(() => undefined);
    return result;
  }

  private modelOf(handle: ModelHandle): OpenState {
    const model = this.open.get(handle.modelKey);
    const isIt =
      model?.handle.generation === handle.generation && handle.instance === this.instance;
    if (!isIt || model === undefined) {
      throw new EngineError("model_lost", `${handle.modelKey} is not open; open it again`);
    }
    return model;
  }

  private checkBase(baseModel: string): void {
    if (baseModel !== fakeBase) {
      throw new EngineError("not_found", `there is no base model ${baseModel}, only ${fakeBase}`);
    }
  }

  private adapterOf(target: SamplingTarget): LowRank | null {
    if (target.kind === "sampler") {
      return this.disk.samplers.get(target.modelKey, target.version);
    }
    this.checkBase(target.baseModel);
    return null;
  }

  private logprobs({ inputTokens, targetTokens }: Datum, adapter: LowRank | null): Float32Array {
    const logprobs = new Float32Array(inputTokens.length);
    for (const [t, target] of targetTokens.entries()) {
      const logits = this.model.logits(this.model.features(inputTokens, t), adapter);
      logprobs[t] = at(logSoftmax(logits), target);
      if (!Number.isFinite(logprobs[t])) {
        throw new EngineError("numerical", `the log-probability at ${t} is not finite`);
      }
    }
    return logprobs;
  }

  /** [data][N] */
  private entropies(data: readonly Datum[], adapter: LowRank): Float32Array[] {
    return data.map(({ inputTokens }) =>
      Float32Array.from(inputTokens, (_token, t) =>
        entropyOf(this.model.logits(this.model.features(inputTokens, t), adapter)),
      ),
    );
  }

  /** Adds to `gradient` from dL/dlogprob [N]: dL/dlogits = dL/dlogprob · (onehot − softmax). */
  private backward(
    { inputTokens, targetTokens }: Datum,
    adapter: LowRank,
    slopes: Float32Array,
    gradient: Float64Array,
  ): void {
    for (const [t, slope] of slopes.entries()) {
      if (slope === 0) continue;
      const x = this.model.features(inputTokens, t);
      const chances = logSoftmax(this.model.logits(x, adapter)).map(Math.exp);
      const target = at(targetTokens, t);
      const dlogits = chances.map((chance, token) => slope * ((token === target ? 1 : 0) - chance));
      adapter.addGradient(gradient, dlogits, x);
    }
  }
}
