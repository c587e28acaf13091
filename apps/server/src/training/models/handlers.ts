import { reply, type TrainingHandlers } from "@heddle/server-kit/training";
import type { Context } from "../../http/context.ts";
import { wirePage } from "../pages/page.ts";
import { wireTime } from "../wire-time.ts";
import type { TrainedModel } from "./trained-model.ts";
import type { TrainedModels } from "./trained-models.ts";

type ModelsHandlers = Pick<
  TrainingHandlers<Context>["models"],
  "list" | "create" | "read" | "delete"
>;

/** Models that are being trained. */
export function modelsHandlers(models: TrainedModels): ModelsHandlers {
  return {
    list: async ({ query, context, signal }) => {
      const { project, after, limit = 20, order = "asc" } = query;
      const { entity } = context.principal;
      const projectId =
        project === undefined ? undefined : context.projects.named(`${entity}/${project}`).id;
      const found = await models.list({ entity, projectId }, { after, limit, order }, signal);
      return reply(200, wirePage(found.map(wireModel), limit));
    },
    create: async ({ body, header, context, signal }) => {
      const request = {
        entity: body.entity ?? context.principal.entity,
        project: body.project,
        name: body.name,
        baseModel: body.base_model,
        returnsExisting: body.return_existing ?? false,
        idempotencyKey: header["Idempotency-Key"],
      };
      return reply(200, wireModel(await models.create(context.projects, request, signal)));
    },
    read: async ({ path, signal }) =>
      reply(200, wireModel(await models.read(path.model_id, signal))),
    delete: async ({ path, context, signal }) => {
      const deleted = await models.delete(context.projects, path.model_id, signal);
      return reply(200, {
        model_id: path.model_id,
        deleted_checkpoints: deleted.checkpoints,
        deleted_run: deleted.hadRun,
      });
    },
  };
}

function wireModel({ id, entity, project, name, baseModel, runId, createdAt }: TrainedModel) {
  return {
    id,
    entity,
    project,
    name,
    base_model: baseModel,
    run_id: runId,
    created_at: wireTime(createdAt),
  };
}
