import { reply, type TrainingHandlers } from "@heddle/server-kit/training";
import type { Context } from "../../http/context.ts";
import type { TrainableBases } from "./trainable-bases.ts";

/** What can be trained. */
export function baseModelsHandlers(bases: TrainableBases): TrainingHandlers<Context>["baseModels"] {
  return {
    list: async () => {
      const listed = await bases.list();
      return reply(
        200,
        listed.map(({ name }) => name),
      );
    },
    details: async () => {
      const data = (await bases.details()).map((base) => ({
        id: base.name,
        stands_for: base.id,
        context_tokens: base.contextTokens,
        max_rank: base.maxRank,
        learning_rate: base.learningRate ?? null,
      }));
      return reply(200, { object: "list", data });
    },
  };
}
