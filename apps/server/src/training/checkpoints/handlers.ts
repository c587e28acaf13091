import { reply, type TrainingHandlers } from "@heddle/server-kit/training";
import type { Context } from "../../http/context.ts";
import { wirePage } from "../pages/page.ts";
import type { Checkpoint } from "./checkpoint.ts";
import type { Checkpoints } from "./checkpoints.ts";

/** What a model was after each of its training jobs. */
export function checkpointsHandlers(
  checkpoints: Checkpoints,
): TrainingHandlers<Context>["checkpoints"] {
  return {
    list: async ({ path, query, signal }) => {
      const { after, limit = 20, order = "asc" } = query;
      const found = await checkpoints.list(path.model_id, { after, limit, order }, signal);
      return reply(200, wirePage(found.map(wireCheckpoint), limit));
    },
    delete: async ({ path, body }) => {
      const { count, notFound } = await checkpoints.delete(path.model_id, body.steps);
      return reply(200, { deleted_count: count, not_found_steps: [...notFound] });
    },
  };
}

function wireCheckpoint({ id, step, metrics }: Checkpoint) {
  return { id, step, metrics: { ...metrics } };
}
