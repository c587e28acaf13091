import { reply, type TrainingHandlers } from "@heddle/server-kit/training";
import type { Context } from "../../http/context.ts";
import { wirePage } from "../pages/page.ts";
import type { KeptTrajectories } from "./kept-trajectories.ts";
import type { TrajectoryLog } from "./trajectory-log.ts";
import { wireGroup, wireTrajectory } from "./wire-trajectory.ts";

/** Trajectories that are logged for a model. */
export function logHandlers(
  trajectories: TrajectoryLog,
): Pick<TrainingHandlers<Context>["models"], "log"> {
  return {
    log: async ({ path, body, header, context, signal }) => {
      const request = {
        modelId: path.model_id,
        split: body.split,
        groups: body.trajectory_groups,
        userName: context.principal.userName,
        idempotencyKey: header["Idempotency-Key"],
      };
      const { step, metrics } = await trajectories.log(context.projects, request, signal);
      return reply(200, { step, metrics: { ...metrics } });
    },
  };
}

/** Trajectories that were logged, and those that jobs train on. */
export function trajectoriesHandlers(
  trajectories: KeptTrajectories,
): TrainingHandlers<Context>["trajectories"] {
  return {
    list: async ({ path, query, signal }) => {
      const { step, split, training_job_id: jobId, after, limit = 20, order = "asc" } = query;
      const of = { modelId: path.model_id, step, split, jobId };
      const found = await trajectories.list(of, { after, limit, order }, signal);
      return reply(200, wirePage(found.map(wireGroup), limit));
    },
    read: async ({ path, signal }) =>
      reply(200, wireTrajectory(await trajectories.read(path.trajectory_id, signal))),
  };
}
