import { basename, resolve } from "node:path";
import { ConfigError } from "../config/config.ts";
import { heddleCommand } from "../config/heddle-command.ts";
import { isModelName, modelNameRule } from "../config/model-name.ts";
import { type ModelPlan, planModels } from "../inference/models/model-plan.ts";
import {
  changeRegisteredModels,
  readRegisteredModels,
  type RegisteredModel,
} from "../inference/models/registered-models.ts";
import { triedModel } from "../inference/models/tried-model.ts";
import { modelReport } from "./model-report.ts";
import type { ModelsCommand } from "./models-command.ts";
import { servedWhen } from "./served-when.ts";

/** `heddle models add`: checks a folder, prints what of it is supported, and registers it. */
export const addModel: ModelsCommand = {
  args: { command: "models add", texts: ["name", "base"], positionals: ["FOLDER"] },
  help: `${heddleCommand("models add")} FOLDER [--name NAME] [--base MODEL]

  FOLDER        a model as Hugging Face stores it (config.json, tokenizer.json, *.safetensors), or an
                adapter as PEFT does (adapter_config.json, adapter_model.safetensors)
  --name NAME   the model's name in requests (default: the name of the folder)
  --base MODEL  the model that an adapter changes (default: as adapter_config.json names it)
  --data-dir, --engine-memory and all other settings: see ${heddleCommand("start --help")}

Prints what the engine supports of it and how much memory it takes. The folder stays where it is:
the server reads it there.`,
  run: async ({ texts, positionals }, config, io) => {
    const [path] = positionals;
    if (path === undefined) throw new ConfigError("Name the folder of a model or an adapter.");
    const { dataDir, models: entries, engineMemoryBytes: memoryBytes } = config;
    const model = modelAt(resolve(io.cwd, path), texts["name"], texts["base"]);
    const { name } = model;
    const registered = [...(await readRegisteredModels(dataDir)), model];
    const plan = planModels({ entries, registered, memoryBytes });
    refuseUnusable(plan, name);
    const tried = await triedModel(plan, name, memoryBytes);
    await changeRegisteredModels(dataDir, (models) => {
      if (models.some((one) => one.name === name)) {
        throw new ConfigError(`Another command has registered a model ${name} just now.`);
      }
      return [...models, model];
    });
    for (const line of modelReport(plan, name, tried, memoryBytes)) io.out(line);
    io.out(servedWhen(dataDir));
    return 0;
  },
};

function modelAt(folder: string, given: string | undefined, base?: string): RegisteredModel {
  const name = given ?? basename(folder);
  if (!isModelName(name)) {
    const hint = given === undefined ? " Choose one with --name." : "";
    throw new ConfigError(
      `${JSON.stringify(name)} is no name of a model: ${modelNameRule}.${hint}`,
    );
  }
  const addedS = Math.floor(Date.now() / 1000);
  return { name, folder, ...(base !== undefined && { base }), addedS };
}

function refuseUnusable({ unusable }: ModelPlan, name: string): void {
  // The new model is the last one; an older one of its name may be unusable too.
  const why = unusable.findLast((one) => one.name === name)?.why;
  if (why !== undefined) throw new ConfigError(`${name} is not added. ${why}`);
}
