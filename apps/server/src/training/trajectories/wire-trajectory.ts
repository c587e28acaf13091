import { json } from "@heddle/server-kit/training";
import type { Training } from "@heddle/types";
import { wireTime } from "../wire-time.ts";
import type { KeptPart } from "./group-part.ts";
import { partIdText, trajectoryIdText } from "./kept-ids.ts";
import type { KeptTrajectory } from "./kept-trajectories.ts";

/** A group, or a part of one, as clients read it. */
export function wireGroup(part: KeptPart): Training.KeptGroup {
  return {
    id: partIdText(part),
    object: "trajectory_group",
    ...wirePlace(part),
    num_trajectories: part.numTrajectories,
    num_exceptions: part.numExceptions,
    mean_reward: part.meanReward,
    reward_std_dev: part.rewardStdDev,
    first_index: part.firstIndex,
    trajectories: part.trajectories.map(({ reward }, at) => ({
      id: trajectoryIdText({ ...part, at }),
      reward,
    })),
  };
}

/** A whole trajectory as clients read it. */
export function wireTrajectory({
  part,
  at,
  reward,
  groupText,
  text,
  traceId,
}: KeptTrajectory): Training.KeptTrajectory {
  return {
    id: trajectoryIdText({ ...part, at }),
    object: "trajectory",
    ...wirePlace(part),
    index: part.firstIndex + at,
    reward,
    trace_id: traceId,
    group: json<Record<string, unknown>>(groupText),
    trajectory: json<Record<string, unknown>>(text),
  };
}

/** Where something was kept. */
function wirePlace({ fileId, groupPosition, modelId, jobId, split, step, createdAt }: KeptPart) {
  return {
    group_id: partIdText({ fileId, position: groupPosition }),
    model_id: modelId,
    training_job_id: jobId,
    split,
    step,
    created_at: wireTime(createdAt),
  };
}
