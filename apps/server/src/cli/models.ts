import type { Config } from "../config/config.ts";
import { heddleCommand } from "../config/heddle-command.ts";
import type { Io } from "./io.ts";
import { addModel } from "./models-add.ts";
import { exportModel } from "./models-export.ts";
import { listModels } from "./models-list.ts";
import { removeModel } from "./models-remove.ts";
import { refuseNoDataFolder } from "./refuse-no-data-folder.ts";
import { runSubcommand, type Subcommands } from "./subcommands.ts";

const models: Subcommands<Config> = {
  word: "models",
  help: `${heddleCommand("models add")} FOLDER [--name NAME] [--base MODEL]
    checks a folder with a model or an adapter, and registers it
${heddleCommand("models list")}
    lists the models that the server serves
${heddleCommand("models remove")} NAME
    takes a model off the list; its folder stays
${heddleCommand("models export")} MODEL --out FOLDER [--merged]
    writes a step of a trained model into a folder, as an adapter or merged

All of them find the data folder by --data-dir or HEDDLE_DATA_DIR, as
${heddleCommand("start")} does. A running server serves the new list at its next start.`,
  commands: { add: addModel, list: listModels, remove: removeModel, export: exportModel },
  open: async (config, work) => {
    await refuseNoDataFolder(config.dataDir);
    return await work(config);
  },
};

/**
 * `heddle models …`: adds, lists and removes models from folders, and exports trained ones.
 *
 * @param args the arguments after `models`
 * @returns the exit status
 */
export function runModels(args: readonly string[], io: Io): Promise<number> {
  return runSubcommand(models, args, io);
}
