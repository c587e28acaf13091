import type { LossSpec } from "../datum.ts";
import { cispo } from "./cispo.ts";
import { crossEntropy } from "./cross-entropy.ts";
import { dppo } from "./dppo.ts";
import { dro } from "./dro.ts";
import { onlyFinite } from "./finite.ts";
import { gspo } from "./gspo.ts";
import { importanceSampling } from "./importance-sampling.ts";
import type { LossFunction } from "./loss-function.ts";
import { checkLossSpec } from "./loss-options.ts";
import { ppo } from "./ppo.ts";

/**
 * The loss of a name with its options checked. The function it returns fails with `numerical` when a log-probability,
 * the loss or a derivative is not finite; it expects data that went through `checkDatum`.
 *
 * @throws {EngineError} `invalid`, naming the option, when the name or an option is wrong.
 */
export function lossOf(spec: LossSpec): LossFunction {
  checkLossSpec(spec);
  return onlyFinite(spec.name, formulaOf(spec));
}

function formulaOf(spec: LossSpec): LossFunction {
  switch (spec.name) {
    case "cross_entropy":
      return crossEntropy;
    case "importance_sampling":
      return importanceSampling;
    case "ppo":
      return ppo(spec);
    case "cispo":
      return cispo(spec);
    case "dro":
      return dro(spec);
    case "gspo":
      return gspo(spec);
  }
  return dppo(spec);
}
