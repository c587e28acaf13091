import { reply, type TrainingHandlers } from "@heddle/server-kit/training";
import type { Context } from "../../http/context.ts";
import { wirePage } from "../pages/page.ts";
import { wireTime } from "../wire-time.ts";
import type { Checkpoint } from "./checkpoint.ts";
import type { Point } from "./points-sql.ts";
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

/** The metrics of a model, step by step. */
export function metricsHandlers(
  checkpoints: Checkpoints,
): Pick<TrainingHandlers<Context>["models"], "metrics"> {
  return {
    metrics: async ({ path, query, signal }) => {
      const { prefix = "", after, limit = 20, order = "asc" } = query;
      const page = { after, limit, order };
      const found = await checkpoints.points(path.model_id, prefix, page, signal);
      return reply(200, wirePage(found.map(wirePoint), limit));
    },
  };
}

function wirePoint({ id, step, createdAt, metrics }: Point) {
  return { id, step, created_at: wireTime(createdAt), metrics: { ...metrics } };
}

function wireCheckpoint({ id, step, metrics }: Checkpoint) {
  return { id, step, metrics: { ...metrics } };
}
