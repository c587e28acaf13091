import { advantagesOf } from "../../losses/advantages.ts";
import type { PolicyOptions } from "../../losses/policy-options.ts";
import { policyLoss } from "../../losses/policy.ts";
import type { JobsDriver } from "../drivers.ts";
import { JobRunner } from "./job-runner.ts";
import type { JobDefect, Restartable } from "./job-runner.ts";

/** Jobs over any engine that can be restarted, with the losses and advantages of this package. */
export function jobsOver(
  open: () => Promise<Restartable>,
  baseModel: string,
  defect: JobDefect | "forgets_tau" | null = null,
): JobsDriver {
  let models = 0;
  return {
    coefficient: (options, token) => {
      const { kimiK2Tau: _tau, ...others } = options;
      return coefficientOf(defect === "forgets_tau" ? others : options, token);
    },
    advantages: advantagesOf,
    open: async () => {
      models += 1;
      const modelKey = `job-model-${models}`;
      const ofRunner = defect === "forgets_tau" ? null : defect;
      return new JobRunner(await open(), { modelKey, baseModel }, ofRunner);
    },
  };
}

function coefficientOf(
  options: PolicyOptions,
  { p, q, advantage }: { readonly p: number; readonly q: number; readonly advantage: number },
): number {
  const { gradient } = policyLoss(options)(
    {
      inputTokens: Int32Array.of(0),
      targetTokens: Int32Array.of(0),
      behaviourLogprobs: Float32Array.of(q),
      advantages: Float32Array.of(advantage),
    },
    Float32Array.of(p),
  );
  return gradient[0] ?? Number.NaN;
}
