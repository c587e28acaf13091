import { ConfigError } from "../../config/config.ts";
import { heddleCommand } from "../../config/heddle-command.ts";
import { parseProject } from "../../access/project-id.ts";
import type { Records } from "../../store/records/records.ts";
import { CheckpointsStore } from "../../training/checkpoints/checkpoints-sql.ts";
import { ModelsStore } from "../../training/models/models-sql.ts";
import type { TrainedModel } from "../../training/models/trained-model.ts";
import { parseTrainedName } from "../../training/names/trained-name.ts";

/** A step of a trained model that has weights of its own. */
export interface ExportedStep {
  readonly model: TrainedModel;
  readonly step: number;
  /** The engine's version of its weights. */
  readonly samplerVersion: string;
}

/** Names that a message lists at most. */
const mostListed = 10;

/**
 * The step that a name means: `entity/project/model`, with `:step3` or the newest.
 *
 * @throws ConfigError that says what there is instead
 */
export async function exportedStep(records: Records, name: string): Promise<ExportedStep> {
  const named = parseTrainedName(name);
  if (named === undefined) {
    throw new ConfigError(
      `${JSON.stringify(name)} is no name of a trained model. Write it as entity/project/model, or with a step as entity/project/model:step3.`,
    );
  }
  const { entity, step: wanted } = named;
  const bare = `${entity}/${named.project}/${named.name}`;
  const models = new ModelsStore(records);
  const project = parseProject(`${entity}/${named.project}`);
  const model = project && (await models.named(project.id, named.name, undefined));
  if (model === undefined) {
    const page = { limit: mostListed, order: "desc" } as const;
    const others = (await models.list({ entity }, page, undefined)).map(
      (one) => `${one.entity}/${one.project}/${one.name}`,
    );
    const hint =
      others.length === 0
        ? `${entity} has none here. --data-dir names another data folder.`
        : `The newest of ${entity}: ${others.join(", ")}.`;
    throw new ConfigError(`There is no trained model ${bare}. ${hint}`);
  }
  const checkpoints = new CheckpointsStore(records);
  const found =
    wanted === undefined
      ? await checkpoints.newest(model.id, undefined)
      : await checkpoints.withStep(model.id, wanted, undefined);
  const step = found?.step ?? wanted ?? 0;
  if (typeof found?.samplerVersion === "string") {
    return { model, step, samplerVersion: found.samplerVersion };
  }
  const page = { limit: mostListed, order: "desc" } as const;
  const trained = (await checkpoints.list(model.id, page, undefined)).flatMap((one) =>
    one.samplerVersion === null ? [] : one.step,
  );
  const there =
    trained.length === 0
      ? `It has no trained step yet; ${heddleCommand("chat")} --model ${bare} answers as its base model.`
      : `It has: ${trained.map((one) => `step${one}`).join(", ")}.`;
  throw new ConfigError(
    step === 0
      ? `Step 0 of ${bare} is untrained: it is its base model ${model.baseId} as it is. ${there}`
      : `${bare} has no step ${step}. ${there}`,
  );
}
