import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import {
  EngineError,
  loomFolder,
  loomModelId,
  type ModelFolder,
  readModelFolder,
  readPublishedAdapter,
  writeMergedModel,
} from "@heddle/engine";
import { type Config, ConfigError } from "../config/config.ts";
import { heddleCommand } from "../config/heddle-command.ts";
import { planModels } from "../inference/models/model-plan.ts";
import { readRegisteredModels } from "../inference/models/registered-models.ts";
import { exportedStep } from "./export/exported-step.ts";
import { writtenFolder } from "./export/written-folder.ts";
import type { ModelsCommand } from "./models-command.ts";
import { withRecords } from "./with-records.ts";

/** `heddle models export`: writes a step of a trained model into a folder that other programs load. */
export const exportModel: ModelsCommand = {
  args: {
    command: "models export",
    texts: ["out"],
    switches: ["merged"],
    positionals: ["MODEL"],
  },
  help: `${heddleCommand("models export")} MODEL --out FOLDER [--merged]

  MODEL         a trained model, entity/project/model: its newest step; entity/project/model:step3
                for another one
  --out FOLDER  a new folder
  --merged      a whole model with the adapter merged into its weights, as transformers loads it
                (config.json, tokenizer.json, *.safetensors); without it the adapter alone, as PEFT
                loads it (adapter_config.json, adapter_model.safetensors)
  --data-dir, --models and all other settings: see ${heddleCommand("start --help")}

Works while a server runs. The weights keep the element type of the base model.`,
  run: async ({ texts, switches, positionals }, config, io) => {
    const [name] = positionals;
    if (name === undefined) throw new ConfigError("Name a trained model: entity/project/model.");
    const { out } = texts;
    if (out === undefined) throw new ConfigError("Name a new folder with --out.");
    const folder = resolve(io.cwd, out);
    const { model, step, samplerVersion } = await withRecords(config, (records) =>
      exportedStep(records, name),
    );
    const base = switches.has("merged") ? await baseFolder(model.baseId, config) : undefined;
    const version = { kind: "sampler", modelKey: model.id, version: samplerVersion } as const;
    await refusing(async () => {
      const adapter = await readPublishedAdapter(join(config.dataDir, "engine"), version);
      await writtenFolder(folder, async (partial) => {
        if (base !== undefined) return writeMergedModel(base, adapter, partial);
        for (const file of adapter) await writeFile(join(partial, file.name), file.bytes);
      });
    });
    const what = `${model.entity}/${model.project}/${model.name}, step ${step}`;
    io.out(
      base === undefined
        ? `${what}: an adapter of ${model.baseId}, in ${folder}`
        : `${what}: ${model.baseId} with the adapter merged into it, in ${folder}`,
    );
    io.out(`${heddleCommand("models add")} ${folder} serves it under a name of its own.`);
    return 0;
  },
};

/** The folder of a base model, as a server with these settings has it. */
async function baseFolder(
  baseId: string,
  { dataDir, models: entries, engineMemoryBytes: memoryBytes }: Config,
): Promise<ModelFolder> {
  if (baseId === loomModelId) return readModelFolder(loomFolder);
  const registered = await readRegisteredModels(dataDir);
  const base = planModels({ entries, registered, memoryBytes }).bases.get(baseId);
  if (base !== undefined) return base.model;
  throw new ConfigError(
    `Its base model ${baseId} is not among the models of these settings. Give --models or ` +
      `HEDDLE_MODELS as the server has it, or leave out --merged. ${heddleCommand("models list")} lists the models.`,
  );
}

/** Says in one line what the engine refuses. */
async function refusing(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof EngineError) || error.kind === "internal") throw error;
    if (error.kind !== "not_found") throw new ConfigError(error.message);
    // Deleted between the records and the files.
    throw new ConfigError(
      `${error.message}. The step may just have been deleted; name another one.`,
    );
  }
}
