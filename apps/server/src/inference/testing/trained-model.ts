import type { EmbeddedEngine } from "@heddle/engine";
import type { ModelSource } from "../models/model-source.ts";

/** A model of the entity `acme` that was trained from the built-in one. */
export const trainedName = "wandb-artifact:///acme/demo/agent-001";

const baseModel = "heddle/loom";

/** Publishes an adapter that changes nothing yet, as a model at its first step is served. */
export async function trainedModel(engine: EmbeddedEngine): Promise<ModelSource> {
  const handle = await engine.openModel({ modelKey: "agent-001", baseModel, lora: { rank: 4 } });
  const target = await engine.publish(handle, "0");
  await engine.close(handle);
  const { baseModels } = await engine.describe();
  const base = baseModels.find(({ id }) => id === baseModel)!;
  return {
    list: async () => [],
    describe: async () => undefined,
    find: async (name, entity) =>
      entity !== "acme" || name !== trainedName
        ? undefined
        : {
            name,
            target,
            base,
            text: engine.text(baseModel),
            isTrained: true,
            marksCalls: false,
            generationDefaults: {},
          },
  };
}
