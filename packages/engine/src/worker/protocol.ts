import type { MessagePort } from "node:worker_threads";

import type {
  AccumulateResult,
  AdamParameters,
  Datum,
  ForwardResult,
  LossSpec,
  StepResult,
} from "../datum.ts";
import type { AdapterFile, AdapterTargets } from "../engine.ts";
import type { ModelShape } from "../model/shape.ts";
import type { SampleRequest } from "../sampling.ts";
import type { LostMask } from "@heddle/text/worker";
import type { Vocabulary } from "@heddle/text";
import type { ErrorMessage } from "./error-transport.ts";
import type { PackedEvents } from "./packed-events.ts";
import type { TrainingState } from "./training-state.ts";
import type { WorkerLimits } from "./worker-limits.ts";

/** What an engine worker is started with. */
export interface WorkerSettings {
  /** Threads that compute, the worker's own included. */
  readonly threads: number;
  /** Of weights, adapters, caches and passes together. */
  readonly maxMemoryBytes: number;
  readonly limits: WorkerLimits;
  readonly port: MessagePort;
  /** See `Counters`. */
  readonly counters: SharedArrayBuffer;
}

/** Weights to sample with: a base model as it is, or with an adapter from a PEFT folder. */
export interface WorkerTarget {
  readonly baseModel: string;
  readonly sampler: { readonly key: string; readonly folder: string } | null;
}

/** What a model continues from: a checkpoint, or the shadow of a model that was lost. */
export type RestoredModel =
  | {
      readonly kind: "checkpoint";
      readonly state: TrainingState;
      readonly withOptimizer: boolean;
    }
  | { readonly kind: "shadow"; readonly buffer: SharedArrayBuffer };

/** Every operation of the worker: what it takes and what it gives. */
export interface Operations {
  loadBase: {
    input: {
      readonly baseModel: string;
      /** Checked, with this shape. */
      readonly folder: string;
      readonly shape: ModelShape;
      readonly endTokens: readonly number[];
      readonly vocabulary: Vocabulary;
      /** One number, the thousandths of the weights that are there, for other threads to read. */
      readonly progress: SharedArrayBuffer;
    };
    output: null;
  };
  openModel: {
    input: {
      readonly model: number;
      readonly baseModel: string;
      readonly rank: number;
      readonly alpha: number;
      readonly targets: AdapterTargets;
      readonly seed: number;
      readonly restore: RestoredModel | null;
    };
    /** The shadow of the model's state; see `StateShadow`. */
    output: SharedArrayBuffer;
  };
  forward: {
    input: { readonly model: number; readonly data: readonly Datum[] };
    output: ForwardResult;
  };
  accumulate: {
    input: { readonly model: number; readonly data: readonly Datum[]; readonly loss: LossSpec };
    output: AccumulateResult;
  };
  step: {
    input: { readonly model: number; readonly adam: AdamParameters };
    output: StepResult;
  };
  /** An adapter from elsewhere as this engine writes it for the base model, if it fits. */
  convertAdapter: {
    input: {
      readonly baseModel: string;
      readonly maxRank: number;
      readonly files: readonly AdapterFile[];
    };
    output: readonly AdapterFile[];
  };
  captureState: { input: { readonly model: number }; output: TrainingState };
  captureAdapter: { input: { readonly model: number }; output: readonly AdapterFile[] };
  closeModel: { input: { readonly model: number }; output: null };
  score: {
    input: { readonly target: WorkerTarget; readonly tokens: Int32Array };
    output: (number | null)[];
  };
  /** Resolves when all events were sent. */
  sample: {
    input: {
      readonly target: WorkerTarget;
      readonly request: SampleRequest;
      /** Seed of a request that brings none. */
      readonly drawnSeed: bigint;
    };
    output: null;
  };
  /** Lets a retired sampler go once nobody uses it. */
  forgetSampler: { input: { readonly key: string }; output: null };
}

export type OperationName = keyof Operations;

/** What an operation is called with. */
export type OperationInput<Name extends OperationName> = Operations[Name]["input"];

/** What an operation resolves with. */
export type OperationOutput<Name extends OperationName> = Operations[Name]["output"];

/** A call as it crosses: the name decides what the input is. */
export type Call = {
  [Name in OperationName]: {
    readonly kind: "call";
    readonly id: number;
    readonly name: Name;
    readonly input: OperationInput<Name>;
  };
}[OperationName];

/** To the worker. */
export type ToWorker =
  | Call
  | { readonly kind: "cancel"; readonly id: number }
  /** The consumer of a sample has taken events of so much cost. */
  | { readonly kind: "consumed"; readonly id: number; readonly cost: number }
  | { readonly kind: "masks"; readonly port: MessagePort; readonly lost: LostMask | null };

/** From the worker. */
export type FromWorker =
  | { readonly kind: "ready" }
  /** It could not start. */
  | { readonly kind: "failed"; readonly error: ErrorMessage }
  | { readonly kind: "result"; readonly id: number; readonly value: unknown }
  | { readonly kind: "error"; readonly id: number; readonly error: ErrorMessage }
  | { readonly kind: "events"; readonly packed: PackedEvents };
