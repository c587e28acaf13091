import { loomModelId } from "@heddle/engine";
import { heddleCommand } from "../config/heddle-command.ts";
import { sizeText } from "../inference/models/memory-text.ts";
import { planModels } from "../inference/models/model-plan.ts";
import { readRegisteredModels } from "../inference/models/registered-models.ts";
import { aligned } from "./aligned.ts";
import type { ModelsCommand } from "./models-command.ts";

/** `heddle models list`: prints one line for each model that a start with these settings serves. */
export const listModels: ModelsCommand = {
  args: { command: "models list", texts: [] },
  help: `${heddleCommand("models list")}

Lists the models that a server with these settings serves: the built-in one, those of HEDDLE_MODELS,
and those that ${heddleCommand("models add")} has registered. The last column is what a model
stands for or changes, its folder, or why it is not served.`,
  run: async (_given, config, io) => {
    const { dataDir, models: entries, engineMemoryBytes: memoryBytes } = config;
    const registered = await readRegisteredModels(dataDir);
    const plan = planModels({ entries, registered, memoryBytes });
    const rows = [
      [loomModelId, "built-in", "-", "-"],
      ...[...plan.bases].map(([name, { model, footprint }]) => [
        name,
        "model",
        sizeText(footprint.leastBytes),
        model.folder,
      ]),
      ...[...plan.mapped].map(([name, standsFor]) => [
        name,
        "name",
        "-",
        `stands for ${standsFor}`,
      ]),
      ...plan.adapters.map(({ name, base, path }) => [
        name,
        "adapter",
        "-",
        `changes ${base}: ${path}`,
      ]),
      ...plan.unusable.map(({ name, why }) => [name, "not served", "-", why]),
    ];
    for (const line of aligned([["NAME", "KIND", "MEMORY", ""], ...rows])) io.out(line);
    return 0;
  },
};
