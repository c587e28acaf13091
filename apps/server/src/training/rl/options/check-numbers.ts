import type { Training } from "@heddle/types";
import { refused } from "./refused.ts";

interface Range {
  readonly least?: number;
  readonly most?: number;
  readonly isWhole?: boolean;
}

const atLeast0: Range = { least: 0 };
const whole = (least: number): Range => ({ least, isWhole: true });

/** What the numbers of a configuration may be. */
const ranges: { readonly [Name in keyof Training.ExperimentalTrainingConfig]?: Range } = {
  learning_rate: atLeast0,
  epsilon: atLeast0,
  epsilon_high: atLeast0,
  max_negative_advantage_importance_sampling_weight: atLeast0,
  truncated_importance_sampling: atLeast0,
  kimi_k2_tau: atLeast0,
  modelfamily_k2_tau: atLeast0,
  advantage_balance: { least: -1, most: 1 },
  kl_penalty_coef: atLeast0,
  kl_penalty_reference_step: whole(0),
  kl_penalty_step_lag: whole(1),
  num_trajectories_learning_rate_multiplier_power: {},
  logprob_calculation_chunk_size: whole(1),
  packed_sequence_length: whole(1),
};

/** @throws InvalidParameter naming the first number that is out of its range */
export function checkNumbers(config: Readonly<Record<string, unknown>>): void {
  for (const [name, range] of Object.entries(ranges)) {
    const value = config[name];
    if (value === undefined || fits(value, range)) continue;
    throw refused(
      name,
      `${name} is ${typeof value === "number" ? value : `a ${typeof value}`}, and must be ${wordsOf(range)}.`,
    );
  }
}

function fits(value: unknown, { least = -Infinity, most = Infinity, isWhole }: Range): boolean {
  const isNumber = isWhole === true ? Number.isSafeInteger(value) : Number.isFinite(value);
  return isNumber && (value as number) >= least && (value as number) <= most;
}

function wordsOf({ least, most, isWhole }: Range): string {
  const kind = isWhole === true ? "a whole number" : "a finite number";
  if (least === undefined) return kind;
  return most === undefined ? `${kind} of at least ${least}` : `${kind} from ${least} to ${most}`;
}
