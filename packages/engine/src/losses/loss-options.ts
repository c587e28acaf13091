import type { LossSpec } from "../datum.ts";
import { EngineError } from "../errors.ts";
import type { LossName } from "../profile.ts";

/** The options of each loss, all of them required: servers differ in their defaults, so none is assumed. */
const optionsOf: Readonly<Record<LossName, readonly string[]>> = {
  cross_entropy: [],
  importance_sampling: [],
  ppo: ["clipLow", "clipHigh"],
  cispo: ["clipLow", "clipHigh"],
  dro: ["beta"],
  gspo: ["clipLow", "clipHigh"],
  dppo: ["deltaLow", "deltaHigh"],
};

/** The names of all losses, in the order in which they are documented. */
export const lossNames: readonly LossName[] = Object.keys(optionsOf) as LossName[];

/** Fails with `invalid`, naming the option, unless the loss is known and has its options and no others. */
export function checkLossSpec(spec: LossSpec): void {
  if (!Object.hasOwn(optionsOf, spec.name)) {
    throw invalid(
      "name",
      `there is no loss "${spec.name}"; the losses are ${lossNames.join(", ")}`,
    );
  }
  const names = optionsOf[spec.name];
  const given = new Map<string, unknown>(Object.entries(spec));
  for (const option of given.keys()) {
    if (option === "name" || names.includes(option)) continue;
    const known = names.length === 0 ? "it has none" : `it has ${names.join(" and ")}`;
    throw invalid(option, `the loss ${spec.name} has no option "${option}"; ${known}`);
  }
  for (const option of names) {
    const value = given.get(option);
    if (typeof value !== "number" || !Number.isFinite(value) || value < 0) {
      throw invalid(
        option,
        `${option} of the loss ${spec.name} must be a finite number of at least 0; got ${String(value)}`,
      );
    }
  }
  if ("clipLow" in spec && spec.clipLow > spec.clipHigh) {
    throw invalid(
      "clipLow",
      `clipLow (${spec.clipLow}) is above clipHigh (${spec.clipHigh}); both are bounds of the ratio, such as 0.8 and 1.2`,
    );
  }
}

function invalid(option: string, message: string): EngineError {
  return new EngineError("invalid", message, { parameter: `loss.${option}` });
}
