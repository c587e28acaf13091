import type {
  AccumulateResult,
  AdamParameters,
  Datum,
  ForwardResult,
  LossSpec,
  StepResult,
} from "./datum.ts";
import type { EngineProfile } from "./profile.ts";
import type { SampleEvent, SampleRequest } from "./sampling.ts";

/** How long a call may take and what gives it up. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds from the call on; afterwards it fails with `deadline`. */
  readonly deadlineMs?: number;
}

/** Which weights a LoRA adapter touches. */
export type AdapterTargets = "all" | "attention" | "mlp";

/** A training state on the engine's disk: weights, optimizer and step. */
export interface CheckpointRef {
  readonly kind: "checkpoint";
  readonly modelKey: string;
  readonly name: string;
}

/** Published weights: the same for ever. */
export interface SamplerRef {
  readonly kind: "sampler";
  readonly modelKey: string;
  readonly version: string;
}

/** Where to sample and score: published weights, or a base model as it is. */
export type SamplingTarget = SamplerRef | { readonly kind: "base"; readonly baseModel: string };

/** What to open. */
export interface OpenModel {
  /** The caller's name of the model; one handle is open per key at a time. 1–200 of `A-Z a-z 0-9 . _ -`, no dot in front. */
  readonly modelKey: string;
  readonly baseModel: string;
  readonly lora: {
    readonly rank: number;
    /** Scale of the adapter is alpha / rank; default 32. */
    readonly alpha?: number;
    /** What the fresh adapter is drawn from; default 0. */
    readonly seed?: number;
    readonly targets?: AdapterTargets;
  };
  /** Continue from a checkpoint, or, after `model_lost`, from the last step that was completed. */
  readonly resume?:
    | { readonly from: CheckpointRef; readonly withOptimizer: boolean }
    | { readonly from: "last-step" };
}

/** An open model: the right to train it. Dead after `close` and when the engine starts anew. */
export interface ModelHandle {
  readonly modelKey: string;
  readonly baseModel: string;
  readonly rank: number;
  readonly alpha: number;
  /** The engine instance that opened it. */
  readonly instance: string;
  /** Distinguishes two openings of one key. */
  readonly generation: number;
  /** The count of steps at which it was opened, 0 for a new model: the next step is one more. */
  readonly step: number;
}

/** One file of an exported adapter. */
export interface AdapterFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A LoRA adapter that was made elsewhere, and what to call it here. */
export interface AdapterImport {
  /** The caller's name of the model that the adapter belongs to; no model of that name need be open. */
  readonly modelKey: string;
  readonly version: string;
  /** The base model that the adapter was made for; the name of it in the files does not count. */
  readonly baseModel: string;
  /** The PEFT folder: `adapter_config.json` and `adapter_model.safetensors`. */
  readonly files: readonly AdapterFile[];
}

/**
 * What samples and trains, about tokens and weights alone.
 *
 * Invariants that hold for every engine:
 * - One writer per model: what changes a model goes through one queue, in the order of the calls.
 * - Weights change only in `step`; `accumulate` adds to a gradient that the next step uses and clears.
 * - Log-probabilities that `forward` and `accumulate` return are of the weights before the step.
 * - A published sampler denotes the same weights for ever; sampling never changes what is trained.
 * - Results are finite, or the call fails with `numerical` and the weights are as they were before. A step clears a
 *   gradient that no step could use.
 * - Every array that comes back has the length of its input.
 * - `close` frees everything; the next model finds no residue. Names are never used twice.
 *
 * Every failure is an `EngineError`. A call that is cancelled or runs out of time leaves nothing behind:
 * a cancelled `accumulate` takes its gradient with it.
 */
export interface Engine {
  describe(options?: CallOptions): Promise<EngineProfile>;
  /** Resolves when the model can be used. Fails with `conflict` where rank or base do not fit the checkpoint. */
  openModel(model: OpenModel, options?: CallOptions): Promise<ModelHandle>;
  forward(
    handle: ModelHandle,
    data: readonly Datum[],
    options?: CallOptions,
  ): Promise<ForwardResult>;
  accumulate(
    handle: ModelHandle,
    data: readonly Datum[],
    loss: LossSpec,
    options?: CallOptions,
  ): Promise<AccumulateResult>;
  step(handle: ModelHandle, adam: AdamParameters, options?: CallOptions): Promise<StepResult>;
  /** Durable when it resolves. `conflict` when the name is taken. */
  saveState(handle: ModelHandle, name: string, options?: CallOptions): Promise<CheckpointRef>;
  listStates(modelKey: string, options?: CallOptions): Promise<CheckpointRef[]>;
  deleteState(checkpoint: CheckpointRef, options?: CallOptions): Promise<void>;
  /** Makes the weights of now servable under a version; durable when it resolves. */
  publish(handle: ModelHandle, version: string, options?: CallOptions): Promise<SamplerRef>;
  /** The adapter as a PEFT folder, file by file. */
  exportAdapter(sampler: SamplerRef, options?: CallOptions): AsyncIterable<AdapterFile>;
  /**
   * Makes an adapter servable that was made elsewhere; durable when it resolves. Fails with `not_found` for a missing
   * file, `unsupported` naming what its configuration has and the engine has not, `invalid` for tensors that do not fit
   * the base model, `conflict` when the version is taken.
   */
  importAdapter(adapter: AdapterImport, options?: CallOptions): Promise<SamplerRef>;
  /** Yields `prompt` first, then tokens as they come, and one `end` for each completion. */
  sample(
    target: SamplingTarget,
    request: SampleRequest,
    options?: CallOptions,
  ): AsyncIterable<SampleEvent>;
  /** [P]: the log-probability of each token given those before it; the first is null. */
  score(
    target: SamplingTarget,
    tokens: Int32Array,
    options?: CallOptions,
  ): Promise<(number | null)[]>;
  /** Takes published weights out of service and deletes them; samples that run finish. */
  retire(sampler: SamplerRef, options?: CallOptions): Promise<void>;
  close(handle: ModelHandle, options?: CallOptions): Promise<void>;
  /** Ends the engine; whatever runs fails with `unavailable`. */
  shutdown(): Promise<void>;
}
