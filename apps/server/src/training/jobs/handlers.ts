import { reply, type TrainingHandlers } from "@heddle/server-kit/training";
import type { Context } from "../../http/context.ts";
import { wirePage } from "../pages/page.ts";
import type { NewJobs } from "./new-jobs.ts";
import type { TrainingJobs } from "./training-jobs.ts";
import { wireEvent, wireJob } from "./wire-job.ts";

/** Training by reward, and what became of jobs of either kind. `onQueued` wakes who runs them. */
export function jobsHandlers(
  jobs: TrainingJobs,
  newJobs: NewJobs,
  onQueued: () => void,
): TrainingHandlers<Context>["trainingJobs"] {
  return {
    list: async ({ query, context, signal }) => {
      const { project, model_id: modelId, status, after, limit = 20, order = "asc" } = query;
      const { entity } = context.principal;
      const projectId =
        project === undefined ? undefined : context.projects.named(`${entity}/${project}`).id;
      const of = { entity, projectId, modelId, status };
      const found = await jobs.list(of, { after, limit, order }, signal);
      return reply(200, wirePage(found.map(wireJob), limit));
    },
    create: async ({ body, header, context, signal }) => {
      const request = {
        modelId: body.model_id,
        groups: body.trajectory_groups,
        userName: context.principal.userName,
        config: body.experimental_config ?? null,
        idempotencyKey: header["Idempotency-Key"],
      };
      const id = await newJobs.byReward(context.projects, request, signal);
      onQueued();
      return reply(200, { id });
    },
    read: async ({ path, signal }) =>
      reply(200, wireJob(await jobs.read(path.training_job_id, signal))),
    events: async ({ path, query, signal }) => {
      const { after, limit = 20 } = query;
      const found = await jobs.events(path.training_job_id, { after, limit }, signal);
      return reply(200, wirePage(found.map(wireEvent), limit));
    },
    cancel: async ({ path, signal }) =>
      reply(200, wireJob(await jobs.cancel(path.training_job_id, signal))),
  };
}
