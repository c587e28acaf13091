import { ConfigError } from "../config/config.ts";
import { heddleCommand } from "../config/heddle-command.ts";
import { changeRegisteredModels } from "../inference/models/registered-models.ts";
import type { ModelsCommand } from "./models-command.ts";
import { servedWhen } from "./served-when.ts";

/** `heddle models remove`: takes a model off the list of the data folder. */
export const removeModel: ModelsCommand = {
  args: { command: "models remove", texts: [], positionals: ["NAME"] },
  help: `${heddleCommand("models remove")} NAME

Takes a model off the list that ${heddleCommand("models add")} has written. Its folder stays.`,
  run: async ({ positionals }, { dataDir, models: entries }, io) => {
    const [name] = positionals;
    if (name === undefined) throw new ConfigError("Name the model to remove.");
    await changeRegisteredModels(dataDir, (models) => {
      const rest = models.filter((model) => model.name !== name);
      if (rest.length < models.length) return rest;
      const isSetting = entries.some((entry) => entry.name === name);
      throw new ConfigError(
        isSetting
          ? `${name} comes from HEDDLE_MODELS: take it out there.`
          : `No model ${JSON.stringify(name)} is registered. ${heddleCommand("models list")} lists them.`,
      );
    });
    io.out(`${name} is removed. ${servedWhen(dataDir)}`);
    return 0;
  },
};
