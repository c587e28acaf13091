import type { AdapterTargets } from "../engine.ts";
import type { LinearName } from "../model/linear-names.ts";
import { attentionLinears, feedForwardLinears, linearNames } from "../model/linear-names.ts";

/** The linear maps of a layer that an adapter of these targets touches. */
export function targetedLinears(targets: AdapterTargets): readonly LinearName[] {
  switch (targets) {
    case "all":
      return linearNames;
    case "attention":
      return attentionLinears;
    case "mlp":
      return feedForwardLinears;
  }
}
