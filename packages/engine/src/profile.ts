/** The names of the losses that an engine may offer; see `losses/` for the formulas. */
export type LossName =
  | "cross_entropy"
  | "importance_sampling"
  | "ppo"
  | "cispo"
  | "dro"
  | "gspo"
  | "dppo";

/** A base model that an engine has, and how long a sequence it takes. */
export interface BaseModel {
  readonly id: string;
  /** Prompt and completion together, in tokens. */
  readonly contextTokens: number;
  /** Ids from 0 up to this one, exclusive, are tokens. */
  readonly vocabularyTokens: number;
  /** Ids that end a completion unless a request says otherwise. */
  readonly endTokens: readonly number[];
  /** The highest rank of an adapter. */
  readonly maxRank: number;
}

/** What one engine can do: checked by callers before they ask, and by the conformance suite to choose its items. */
export interface EngineProfile {
  readonly kind: "embedded" | "tinker" | "fake";
  /** Changes when the engine starts anew: every handle of an earlier instance is lost. */
  readonly instance: string;
  readonly isHealthy: boolean;
  readonly baseModels: readonly BaseModel[];
  /** Loss names that `accumulate` takes by name; others go the linearised way (`losses/linearise`). */
  readonly losses: readonly LossName[];
  /** Whether `forward` and `accumulate` report the entropy of each position. */
  readonly reportsEntropies: boolean;
  /** Fields of `AdamParameters` that `step` honours; others than these are refused when given. */
  readonly honouredAdam: readonly ("betas" | "epsilon" | "weightDecay" | "clipNorm")[];
  /** Models open at once. */
  readonly maxModels: number;
  /** Alternatives per token that `sample` and `score` return at most. */
  readonly maxTopLogprobs: number;
  readonly sampling: SamplingAbilities;
  /** What `exportAdapter` gives. */
  readonly adapterExport: "peft" | "merged" | "none";
  /** What `importAdapter` takes. */
  readonly adapterImport: "peft" | "none";
  /** Whether `openModel` can continue from the last completed step of a lost model without a checkpoint. */
  readonly resumesLastStep: boolean;
}

/** Which parts of a `SampleRequest` the engine honours; what it does not is refused by name, never ignored. */
export interface SamplingAbilities {
  readonly constraints: readonly ("json" | "regex" | "choice" | "grammar" | "structural_tag")[];
  readonly beamSearch: boolean;
  readonly penalties: boolean;
  readonly promptLogprobs: boolean;
  readonly stopStrings: boolean;
}
