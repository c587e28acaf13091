import type { Engine, SamplerRef } from "../engine.ts";
import type {
  AdvantageOptions,
  RewardedTrajectory,
  TrajectoryAdvantage,
} from "../losses/advantages.ts";
import type { PolicyOptions } from "../losses/policy-options.ts";

/** What runs training jobs over an engine, for items 20, 21 and 42. */
export interface JobsDriver {
  /** dL/dp of a token of log-probability p, recorded at q, under the options of a job. */
  coefficient(
    options: PolicyOptions,
    token: { readonly p: number; readonly q: number; readonly advantage: number },
  ): Promise<number> | number;
  advantages(
    groups: readonly (readonly RewardedTrajectory[])[],
    options: AdvantageOptions,
  ):
    | Promise<readonly (readonly (TrajectoryAdvantage | null)[])[]>
    | readonly (readonly (TrajectoryAdvantage | null)[])[];
  /** A new model with a place for its jobs. */
  open(): Promise<JobsTrial>;
}

/** One trajectory of a job: tokens of the prompt, then those that are trained. */
export interface JobTrajectory {
  readonly reward: number;
  readonly prompt: Int32Array;
  readonly completion: Int32Array;
  /** [completion]: as sampled. */
  readonly logprobs: Float32Array;
}

/** What became of a job. */
export interface JobOutcome {
  readonly status: "succeeded" | "failed";
  /** Whether a gradient was applied. */
  readonly hasStepped: boolean;
  /** Kinds of the engine's errors that the job met, also those it got over. */
  readonly errors: readonly string[];
}

/** A model whose jobs can be run and disturbed. */
export interface JobsTrial {
  /** Runs one job to its end. `killEngine`: the engine dies while the step is under way, and starts anew. */
  run(
    groups: readonly (readonly JobTrajectory[])[],
    options?: { readonly killEngine?: boolean },
  ): Promise<JobOutcome>;
  /** Scores of some tokens under the newest step. */
  scores(tokens: Int32Array): Promise<readonly (number | null)[]>;
  close(): Promise<void>;
}

/** An engine that speaks the Tinker protocol to a server whose faults can be scripted; items 40, 41 and 43. */
export interface TinkerDriver {
  open(): Promise<TinkerTrial>;
}

/** How a poll for a result can be answered instead of with the result. */
export type PollFault = "408" | "try_again" | "503" | "connection_reset" | "410" | "400";

/** An open engine of that kind, and its server. */
export interface TinkerTrial {
  readonly engine: Engine;
  readonly baseModel: string;
  readonly server: {
    /** Steps and accumulates that the server has carried out. */
    carriedOut(operation: "accumulate" | "step"): number;
    /** Accepts the next submission and loses its answer. */
    loseNextAnswer(): void;
    /** Behaves as if the next sequence number had been used with another body. */
    takeNextSequenceNumber(): void;
    /** Answers the next polls so; `"400"` with the message of a failed operation. */
    answerPolls(faults: readonly PollFault[]): void;
    /** Answers every poll with 408 from now on, or no longer. */
    stallPolls(isStalled: boolean): void;
    /** Polls seen so far. */
    polls(): number;
    readonly sessionTimeoutMs: number;
    /** Lets so much time pass for server and heartbeats. */
    advance(milliseconds: number): Promise<void>;
    stopHeartbeats(): void;
  };
  close(): Promise<void>;
}

/** A pool of adapters on a server for inference that loads them by name; item 47. */
export interface UpstreamDriver {
  open(): Promise<UpstreamTrial>;
}

/** An open pool, and its server. */
export interface UpstreamTrial {
  /** Makes an adapter servable and returns the name it has there. */
  load(sampler: SamplerRef): Promise<string>;
  unload(sampler: SamplerRef): Promise<void>;
  /** Samplers that the pool believes to be servable. */
  list(): Promise<readonly SamplerRef[]>;
  /** Completes with an adapter; resolves to the name of the adapter that answered. */
  complete(sampler: SamplerRef): Promise<string>;
  readonly server: {
    /** Names that are loaded, in no order. */
    loaded(): readonly string[];
    /** Every name that was ever loaded, in order, as often as it was. */
    loads(): readonly string[];
    /** Loads or unloads behind the pool's back. */
    loadAside(sampler: SamplerRef): Promise<void>;
    unloadAside(sampler: SamplerRef): Promise<void>;
    /** Comes back without any adapter. */
    restart(): Promise<void>;
  };
  close(): Promise<void>;
}
