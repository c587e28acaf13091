import { lossNames } from "../losses/index.ts";
import type { BaseModel, EngineProfile } from "../profile.ts";
import type { EmbeddedLimits } from "./embedded-options.ts";

/** What an embedded engine can do. */
export function embeddedProfile(options: {
  readonly instance: string;
  readonly isHealthy: boolean;
  readonly baseModels: readonly BaseModel[];
  readonly limits: EmbeddedLimits;
}): EngineProfile {
  const { instance, isHealthy, baseModels, limits } = options;
  return {
    kind: "embedded",
    instance,
    isHealthy,
    baseModels,
    losses: lossNames,
    reportsEntropies: true,
    honouredAdam: ["betas", "epsilon", "weightDecay", "clipNorm"],
    maxModels: limits.maxModels,
    maxTopLogprobs: Math.max(...baseModels.map(({ vocabularyTokens }) => vocabularyTokens)),
    sampling: {
      constraints: ["json", "regex", "choice", "grammar", "structural_tag"],
      beamSearch: true,
      penalties: true,
      promptLogprobs: true,
      stopStrings: true,
    },
    adapterExport: "peft",
    adapterImport: "peft",
    resumesLastStep: true,
  };
}
