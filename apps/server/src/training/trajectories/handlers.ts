import { reply, type TrainingHandlers } from "@heddle/server-kit/training";
import type { Context } from "../../http/context.ts";
import type { TrajectoryLog } from "./trajectory-log.ts";

/** Trajectories that are logged for a model. */
export function trajectoriesHandlers(
  trajectories: TrajectoryLog,
): Pick<TrainingHandlers<Context>["models"], "log"> {
  return {
    log: async ({ path, body, header, context, signal }) => {
      const request = {
        modelId: path.model_id,
        split: body.split,
        groups: body.trajectory_groups,
        idempotencyKey: header["Idempotency-Key"],
      };
      const { step, metrics } = await trajectories.log(context.projects, request, signal);
      return reply(200, { step, metrics: { ...metrics } });
    },
  };
}
