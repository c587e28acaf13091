import type { InferenceHandlers } from "@heddle/server-kit/inference";
import { reply } from "@heddle/server-kit/inference";
import type { Context } from "../../http/context.ts";
import type { ListedModel } from "./model-source.ts";
import type { Models } from "./models.ts";

/** A model as clients of the OpenAI kind read it. */
interface WireModel {
  id: string;
  object: "model";
  created: number;
  owned_by: string;
  root: string;
  parent: string | null;
  max_model_len: number | null;
}

/** The models that a key can ask. */
export function modelsHandlers(models: Models): InferenceHandlers<Context>["models"] {
  return {
    list: async ({ context, signal }) => {
      const listed = await models.list(context.principal.entity, signal);
      return reply(200, { object: "list", data: listed.map(wireModel) });
    },
    read: async ({ path, context, signal }) =>
      reply(200, wireModel(await models.describe(path.model_id, context.principal.entity, signal))),
  };
}

function wireModel(model: ListedModel): WireModel {
  const { name, standsFor, parent, owner, createdS, contextTokens } = model;
  return {
    id: name,
    object: "model",
    created: createdS,
    owned_by: owner ?? "system",
    root: standsFor ?? name,
    parent: parent ?? null,
    max_model_len: contextTokens ?? null,
  };
}
