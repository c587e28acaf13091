import type { EmbeddedEngine } from "@heddle/engine";
import { completionDatum } from "@heddle/engine/losses";
import type { ModelSource } from "../models/model-source.ts";

/** A model of the entity `acme` that was trained from the built-in one. */
export const trainedName = "wandb-artifact:///acme/demo/agent-001";

/** What a model was trained to write, and behind what. */
export interface Lesson {
  readonly baseModel: string;
  readonly prompt: string;
  readonly answer: string;
}

/** Publishes an adapter that changes nothing yet, as a model at its first step is served. */
export function trainedModel(engine: EmbeddedEngine): Promise<ModelSource> {
  return publishedModel(engine, trainedName, "heddle/loom");
}

/** Trains an adapter until it answers a prompt with a text, and publishes it under a name of `acme`. */
export function taughtModel(
  engine: EmbeddedEngine,
  name: string,
  lesson: Lesson,
): Promise<ModelSource> {
  return publishedModel(engine, name, lesson.baseModel, lesson);
}

async function publishedModel(
  engine: EmbeddedEngine,
  name: string,
  baseModel: string,
  lesson?: Lesson,
): Promise<ModelSource> {
  const modelKey = name.replaceAll(/[^a-z0-9]+/g, "-");
  const handle = await engine.openModel({ modelKey, baseModel, lora: { rank: lesson ? 8 : 4 } });
  const text = engine.text(baseModel);
  if (lesson !== undefined) {
    const [prompt, answer] = [await text.encode(lesson.prompt), await text.encode(lesson.answer)];
    for (let step = 0; step < 40; step += 1) {
      await engine.accumulate(handle, [completionDatum(prompt, answer)], { name: "cross_entropy" });
      await engine.step(handle, { learningRate: 5e-3 });
    }
  }
  const target = await engine.publish(handle, "0");
  await engine.close(handle);
  const { baseModels } = await engine.describe();
  const base = baseModels.find(({ id }) => id === baseModel)!;
  return {
    list: async () => [],
    describe: async () => undefined,
    find: async (asked, entity) =>
      entity !== "acme" || asked !== name
        ? undefined
        : {
            name,
            target,
            base,
            text,
            isTrained: true,
            marksCalls: false,
            generationDefaults: {},
          },
  };
}
