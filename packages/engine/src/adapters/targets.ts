import type { AdapterTargets } from "../engine.ts";
import type { LinearName } from "../model/linear-names.ts";
import { attentionLinears, feedForwardLinears, linearNames } from "../model/linear-names.ts";

const linears: Readonly<Record<AdapterTargets, readonly LinearName[]>> = {
  all: linearNames,
  attention: attentionLinears,
  mlp: feedForwardLinears,
};

/** The linear maps of a layer that an adapter of these targets touches. */
export function targetedLinears(targets: AdapterTargets): readonly LinearName[] {
  return linears[targets];
}
