import type { BaseText } from "@heddle/engine";
import type { Training } from "@heddle/types";
import type { Blobs } from "../../store/blobs/blobs.ts";
import type { Records } from "../../store/records/records.ts";
import { CheckpointsStore } from "../checkpoints/checkpoints-sql.ts";
import { InvalidParameter } from "../../refusals/invalid-parameter.ts";
import type { JobKind, StepReference } from "../jobs/job-kind.ts";
import { JobFailure } from "../jobs/job-work.ts";
import type { TrainingJob } from "../jobs/training-job.ts";
import { UnfitRequest } from "../unfit-request.ts";
import { readRlOptions } from "./options/read-rl-options.ts";
import { prepareRlWork } from "./prepare-rl-work.ts";
import type { RlInput } from "./rl-input.ts";
import { storedGroups } from "./stored-groups.ts";

/** What jobs by reward stand on. */
export interface RlKindOptions {
  readonly records: Records;
  readonly blobs: Blobs;
  /** Tokenizer and chat template of a base model. */
  readonly text: (baseModel: string) => BaseText;
  /** Makes the work; another one in tests. */
  readonly prepare?: typeof prepareRlWork;
}

/** A model has at most so many checkpoints that a job looks back on. */
const mostDeviations = 10_000;

/** Jobs by reward. */
export function rlKind(options: RlKindOptions): JobKind {
  const { records, blobs, text, prepare = prepareRlWork } = options;
  const checkpoints = new CheckpointsStore(records);
  return {
    refuse,
    referenceOf,
    prepare: async ({ job }, context) => {
      const { modelId, baseId, config } = job;
      const input: RlInput = {
        groups: await groupsOf(job, blobs, context.signal),
        config,
        step: job.startStep ?? 0,
        text: text(baseId),
        samplerOf: async (step, signal) => {
          const found = await checkpoints.withStep(modelId, step, signal);
          const version = found?.samplerVersion;
          if (typeof version === "string") return { kind: "sampler", modelKey: modelId, version };
          return step === 0 ? { kind: "base", baseModel: baseId } : undefined;
        },
        rewardDeviations: async (signal) => {
          const page = { limit: mostDeviations, order: "asc" } as const;
          const all = await checkpoints.list(modelId, page, signal);
          return all.flatMap(({ step, metrics }) => {
            const value = metrics["train/reward_std_dev"];
            return value === undefined ? [] : [{ step, value }];
          });
        },
      };
      return await prepare(input, context);
    },
  };
}

function refuse(config: TrainingJob["config"]): void {
  try {
    readRlOptions(config);
  } catch (error) {
    // A rule of training, which is 422 there; the message names the option.
    if (error instanceof InvalidParameter) throw new UnfitRequest(error.message, { cause: error });
    throw error;
  }
}

function referenceOf(config: TrainingJob["config"]): StepReference | undefined {
  const reference = readRlOptions(config).penalty?.reference;
  if (reference?.kind === "step") return { step: reference.step };
  return reference?.kind === "lag" ? { lag: reference.steps } : undefined;
}

async function groupsOf(
  { inputDigest }: TrainingJob,
  blobs: Blobs,
  signal: AbortSignal,
): Promise<readonly Training.TrajectoryGroup[]> {
  const found = await blobs.open(inputDigest, signal);
  if (found === undefined)
    throw new JobFailure("The trajectories of the job are gone from the store.");
  return await storedGroups(found.stream);
}
