import type { EngineProfile } from "../../profile.ts";
import { endToken, vocabularyTokens } from "./shape.ts";

/** The only base model of the fake. */
export const fakeBase = "fake/two-tokens";

/** What the fake can do: enough for every item, and not everything, so that refusals can be seen. */
export function fakeProfile(instance: string, isHealthy: boolean): EngineProfile {
  return {
    kind: "fake",
    instance,
    isHealthy,
    baseModels: [
      { id: fakeBase, contextTokens: 64, vocabularyTokens, endTokens: [endToken], maxRank: 8 },
    ],
    losses: ["cross_entropy", "importance_sampling", "ppo", "cispo"],
    reportsEntropies: true,
    honouredAdam: ["betas", "epsilon", "weightDecay", "clipNorm"],
    maxModels: 4,
    maxTopLogprobs: 5,
    sampling: {
      constraints: [],
      beamSearch: false,
      penalties: false,
      promptLogprobs: true,
      stopStrings: true,
    },
    adapterExport: "peft",
    adapterImport: "peft",
    resumesLastStep: true,
  };
}
