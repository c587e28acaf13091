import type { AdamParameters, Datum, LossSpec, StepResult } from "../datum.ts";
import type {
  AdapterFile,
  CheckpointRef,
  Engine,
  ModelHandle,
  OpenModel,
  SamplerRef,
  SamplingTarget,
} from "../engine.ts";
import type { BaseModel, EngineProfile } from "../profile.ts";
import type { SampleRequest } from "../sampling.ts";
import type { Sampled } from "./completions.ts";
import { collect } from "./completions.ts";
import type { ConformanceContext, Tolerances } from "./context.ts";
import { Random } from "./random.ts";

/** What one item runs with: the engine, data of its own, and names that no other item uses. */
export class Trial {
  readonly engine: Engine;
  readonly context: ConformanceContext;
  readonly profile: EngineProfile;
  readonly base: BaseModel;
  readonly tolerances: Tolerances;
  readonly learningRate: number;
  /** Remarks for the report: what was not tried and why. */
  readonly notes: string[] = [];
  private readonly random: Random;
  private readonly prefix: string;
  private names = 0;
  private readonly taken = new Map<object, () => Promise<unknown>>();

  constructor(options: {
    engine: Engine;
    context: ConformanceContext;
    profile: EngineProfile;
    base: BaseModel;
    tolerances: Tolerances;
    prefix: string;
    seed: number;
  }) {
    this.engine = options.engine;
    this.context = options.context;
    this.profile = options.profile;
    this.base = options.base;
    this.tolerances = options.tolerances;
    this.prefix = options.prefix;
    this.learningRate = options.context.learningRate ?? 0.01;
    this.random = new Random(options.seed);
  }

  /** A name that was never used. */
  name(): string {
    this.names += 1;
    return `${this.prefix}-${this.names}`;
  }

  get baseTarget(): SamplingTarget {
    return { kind: "base", baseModel: this.base.id };
  }

  /** Opens a model of rank 4 and seed 1 unless said otherwise; closed when the item ends. */
  async open(model: Partial<OpenModel> = {}): Promise<ModelHandle> {
    const handle = await this.engine.openModel({
      modelKey: this.name(),
      baseModel: this.base.id,
      lora: { rank: Math.min(4, this.base.maxRank), seed: 1 },
      ...model,
    });
    this.taken.set(handle, () => this.engine.close(handle));
    return handle;
  }

  /** Opens a model and takes two steps, so that no part of its adapter is zero. */
  async openTrained(model: Partial<OpenModel> = {}): Promise<ModelHandle> {
    const handle = await this.open(model);
    const random = new Random(7);
    for (let step = 0; step < 2; step += 1) {
      await this.train(handle, [datumOf(this.tokens(8, random))]);
    }
    return handle;
  }

  /** Closes a model before the item ends. */
  async close(handle: ModelHandle): Promise<void> {
    this.taken.delete(handle);
    await this.engine.close(handle);
  }

  /** Retires a sampler before the item ends. */
  async retire(sampler: SamplerRef): Promise<void> {
    this.taken.delete(sampler);
    await this.engine.retire(sampler);
  }

  /** Deletes a checkpoint before the item ends. */
  async deleteState(checkpoint: CheckpointRef): Promise<void> {
    this.taken.delete(checkpoint);
    await this.engine.deleteState(checkpoint);
  }

  async publish(handle: ModelHandle): Promise<SamplerRef> {
    const sampler = await this.engine.publish(handle, this.name());
    this.taken.set(sampler, () => this.engine.retire(sampler));
    return sampler;
  }

  async save(handle: ModelHandle): Promise<CheckpointRef> {
    const checkpoint = await this.engine.saveState(handle, this.name());
    this.taken.set(checkpoint, () => this.engine.deleteState(checkpoint));
    return checkpoint;
  }

  /** Tokens of the vocabulary that end nothing. */
  tokens(length: number, random: Random = this.random): Int32Array {
    const { vocabularyTokens, endTokens } = this.base;
    return Int32Array.from({ length }, () => {
      for (;;) {
        const token = random.integer(vocabularyTokens);
        if (!endTokens.includes(token)) return token;
      }
    });
  }

  /** A sequence of so many positions. */
  datum(positions = 8): Datum {
    return datumOf(this.tokens(positions + 1));
  }

  accumulate(
    handle: ModelHandle,
    data: readonly Datum[],
    loss: LossSpec = crossEntropy,
  ): Promise<unknown> {
    return this.engine.accumulate(handle, data, loss);
  }

  step(handle: ModelHandle, adam: Partial<AdamParameters> = {}): Promise<StepResult> {
    return this.engine.step(handle, { learningRate: this.learningRate, ...adam });
  }

  async train(
    handle: ModelHandle,
    data: readonly Datum[],
    adam: Partial<AdamParameters> = {},
  ): Promise<StepResult> {
    await this.accumulate(handle, data);
    return this.step(handle, adam);
  }

  /** The files of a sampler's adapter. */
  async exported(sampler: SamplerRef): Promise<AdapterFile[]> {
    const files: AdapterFile[] = [];
    for await (const file of this.engine.exportAdapter(sampler)) files.push(file);
    return files;
  }

  /** Log-probabilities of one sequence. */
  async forward(handle: ModelHandle, datum: Datum): Promise<Float32Array> {
    const { logprobs } = await this.engine.forward(handle, [datum]);
    return logprobs[0] ?? new Float32Array();
  }

  /** The norm of what one call accumulates; the step that tells it has learning rate 0. */
  async gradientNorm(
    handle: ModelHandle,
    data: readonly Datum[],
    loss: LossSpec = crossEntropy,
  ): Promise<number> {
    await this.accumulate(handle, data, loss);
    return (await this.step(handle, { learningRate: 0 })).gradientNorm;
  }

  sample(target: SamplingTarget, request: SampleRequest): Promise<Sampled> {
    return collect(this.engine.sample(target, request), request.n ?? 1);
  }

  score(target: SamplingTarget, tokens: Int32Array): Promise<(number | null)[]> {
    return this.engine.score(target, tokens);
  }

  /** Gives back what the item took, the last first. */
  async clean(): Promise<void> {
    const [...cleanups] = this.taken.values();
    this.taken.clear();
    for (const cleanup of cleanups.toReversed()) await cleanup();
  }
}

/** The loss of items that are about something else. */
export const crossEntropy: LossSpec = { name: "cross_entropy" };

/** The shift: position t sees tokens up to t and predicts token t + 1. */
export function datumOf(tokens: Int32Array): Datum {
  return { inputTokens: tokens.slice(0, -1), targetTokens: tokens.slice(1) };
}
