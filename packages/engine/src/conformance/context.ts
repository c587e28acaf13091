import type { AdapterFile, Engine } from "../engine.ts";
import type { EngineProfile } from "../profile.ts";
import type { JobsDriver, TinkerDriver, UpstreamDriver } from "./drivers.ts";

/** What the suite must know to hold an engine to the interface. */
export interface ConformanceContext {
  /** A running engine; the suite shuts it down when it is through. */
  open(): Promise<Engine>;
  /** Which of its base models to use. A small one: the suite is about behaviour. */
  readonly baseModel: string;
  /** Where the engine's numbers need more room, or can do with less, than `tolerancesOf` gives its kind. */
  readonly tolerances?: Partial<Tolerances>;
  /** One step with it visibly moves this base model, and twenty learn one short sequence by heart; default 0.01. */
  readonly learningRate?: number;
  /** Default 1. Everything that the suite sends is drawn from it. */
  readonly seed?: number;
  /** The text of tokens; without it stop strings are not tried. */
  decode?(tokens: readonly number[]): Promise<string> | string;
  /** Requests that reached what lies behind the engine, for engines that have something there. */
  requestsSent?(): number;
  /** Scores of the base model with an exported adapter merged into it, made by other means than the engine. */
  mergedScores?(files: readonly AdapterFile[], tokens: Int32Array): Promise<(number | null)[]>;
  readonly jobs?: JobsDriver;
  readonly tinker?: TinkerDriver;
  readonly upstream?: UpstreamDriver;
}

/** How exact an engine's numbers are. */
export interface Tolerances {
  /** The same call twice on the same weights: largest difference of a log-probability. */
  readonly repeated: number;
  /** Two ways to one number, such as `forward` and `score`: largest difference of a log-probability. */
  readonly logprob: number;
  /** Two ways to one gradient: relative difference of its norm. */
  readonly gradientNorm: number;
  /** `sample` against `forward`: mean absolute difference of the log-probabilities. */
  readonly sampling: number;
}

/** The tolerances of each kind of engine. */
export function tolerancesOf(kind: EngineProfile["kind"]): Tolerances {
  // Behind the Tinker protocol the sampler is another program than the trainer, often at half precision.
  if (kind === "tinker") {
    return { repeated: 1e-5, logprob: 5e-2, gradientNorm: 1e-3, sampling: 0.05 };
  }
  return { repeated: 0, logprob: 1e-3, gradientNorm: 1e-5, sampling: 1e-3 };
}
