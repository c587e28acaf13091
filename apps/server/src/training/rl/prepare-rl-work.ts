import type { BaseModel, EngineProfile } from "@heddle/engine";
import { isTrained } from "@heddle/engine/losses";
import { InvalidParameter } from "../../refusals/invalid-parameter.ts";
import {
  JobFailure,
  type PrepareWork,
  type StepMetrics,
  type WorkContext,
} from "../jobs/job-work.ts";
import { readRlOptions } from "./options/read-rl-options.ts";
import type { RlOptions } from "./options/rl-options.ts";
import { packRows } from "./packing/pack-rows.ts";
import { rowData } from "./packing/row-data.ts";
import type { RlInput } from "./rl-input.ts";
import { RlWork } from "./rl-work.ts";
import { ServedPrompts } from "./sequences/served-prompt.ts";
import { TokenNames } from "./sequences/token-names.ts";
import { trainedGroups, type TrainedGroups } from "./sequences/trained-groups.ts";
import { rateByRewardDeviation } from "./steps/learning-rate.ts";
import { metricNames } from "./steps/metric-names.ts";
import { referenceTarget } from "./steps/reference-scores.ts";
import { withTrainerLogprobs } from "./steps/trainer-logprobs.ts";

/**
 * Prepares a job by reward: the algorithm of training-api §7, for every engine. The weights must be those that the job
 * starts from. The same input and weights give the same steps: what is shuffled is shuffled by the step that the job
 * starts from.
 *
 * @throws JobFailure for trajectories that cannot be trained on, a reference that is not there, and a configuration
 * that `readRlOptions` refuses
 */
export const prepareRlWork: PrepareWork<RlInput> = async (input, context) => {
  const options = optionsOf(input);
  const profile = await context.engine.describe({ signal: context.signal });
  const base = baseOf(profile, context);
  const { text } = input;
  const { signal } = context;
  const trained = await trainedGroups(input.groups, options.scaleRewards, {
    text,
    base,
    names: new TokenNames(await text.vocabulary()),
    prompts: new ServedPrompts(text, signal),
    trainsUnrecorded: options.trainsUnrecorded,
    signal,
  });
  const { contextTokens } = base;
  const packed = packRows(trained.groups, {
    rowTokens: options.rowTokens,
    contextTokens,
    seed: input.step,
  });
  const data = rowData(packed.rows, options.advantageBalance);
  const rows = options.precalculatesLogprobs ? await withTrainerLogprobs(data, context) : data;
  const { penalty, policy } = options;
  const isIdle = rows.length === 0;
  return new RlWork({
    rows,
    loss: { policy, penalty, losses: profile.losses },
    reference:
      penalty === undefined || isIdle
        ? undefined
        : await referenceTarget(penalty.reference, input, context),
    learningRate: await learningRateOf(options, input, context),
    ratePower: options.ratePower,
    profile,
    counts: countsOf(input, trained, rows, packed.dropped),
  });
};

function optionsOf({ config }: RlInput): RlOptions {
  try {
    return readRlOptions(config);
  } catch (error) {
    if (!(error instanceof InvalidParameter)) throw error;
    throw new JobFailure(error.message, { cause: error });
  }
}

function baseOf({ baseModels }: EngineProfile, { handle }: WorkContext): BaseModel {
  const base = baseModels.find(({ id }) => id === handle.baseModel);
  if (base === undefined) throw new Error(`The engine has no base model ${handle.baseModel}.`);
  return base;
}

async function learningRateOf(
  { learningRate, scalesRateByRewardDeviation }: RlOptions,
  input: RlInput,
  { signal }: WorkContext,
): Promise<number> {
  if (!scalesRateByRewardDeviation) return learningRate;
  return learningRate * rateByRewardDeviation(await input.rewardDeviations(signal));
}

function countsOf(
  { groups }: RlInput,
  trained: TrainedGroups,
  rows: Awaited<ReturnType<typeof withTrainerLogprobs>>,
  dropped: number,
): StepMetrics {
  const all = rows.flat();
  const trainable = groups.filter(
    ({ trajectories }) => new Set(trajectories.map(({ reward = 0 }) => reward)).size >= 2,
  );
  const tokens = all.reduce(
    (sum, datum) =>
      sum + datum.inputTokens.reduce((some, _token, t) => some + Number(isTrained(datum, t)), 0),
    0,
  );
  return {
    [metricNames.groupsSubmitted]: groups.length,
    [metricNames.groupsTrainable]: trainable.length,
    [metricNames.trajectories]: trained.trajectories,
    [metricNames.sequences]: all.length,
    [metricNames.tokens]: tokens,
    [metricNames.dropped]: dropped + trained.tooLong,
    [metricNames.unrecorded]: trained.unrecorded,
  };
}
