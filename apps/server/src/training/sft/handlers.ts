import { reply, type TrainingHandlers } from "@heddle/server-kit/training";
import type { Context } from "../../http/context.ts";
import type { NewJobs } from "../jobs/new-jobs.ts";
import type { TrainingDataSources } from "./training-data.ts";

/** Training on examples. `onQueued` wakes who runs jobs. */
export function sftHandlers(
  newJobs: NewJobs,
  data: TrainingDataSources,
  onQueued: () => void,
): TrainingHandlers<Context>["sftTrainingJobs"] {
  return {
    create: async ({ body, header, context, signal }) => {
      const request = {
        modelId: body.model_id,
        sentUrl: body.training_data_url,
        dataUrl: await data.settle(body.training_data_url, context.projects, signal),
        config: body.config ?? null,
        idempotencyKey: header["Idempotency-Key"],
      };
      const id = await newJobs.onExamples(context.projects, request, signal);
      onQueued();
      return reply(200, { id });
    },
  };
}
