/** A trained model, as requests name it. */
export interface TrainedName {
  readonly entity: string;
  readonly project: string;
  readonly name: string;
  /** The step of a checkpoint; undefined for the newest. */
  readonly step: number | undefined;
}

const pattern =
  /^(?:wandb-artifact:\/\/\/?)?([A-Za-z0-9_.-]{1,128})\/([A-Za-z0-9_.-]{1,128})\/([A-Za-z0-9_.-]{1,128})(?::(latest|(?:step|v)(?:0|[1-9]\d{0,14})))?$/;

/** Longer texts name no model. */
const maxCharacters = 17 + 3 * 128 + 2 + 20;

/**
 * Reads the name of a trained model: `wandb-artifact:///entity/project/name`, with two slashes or
 * without the scheme too. `:step3` behind it means the checkpoint of a step, and `:v3` the same,
 * since every step is one version; `:latest` means the newest, as no version does.
 *
 * undefined for any other text.
 */
export function parseTrainedName(text: string): TrainedName | undefined {
  if (text.length > maxCharacters) return undefined;
  const [, entity, project, name, version = "latest"] = pattern.exec(text) ?? [];
  if (entity === undefined || project === undefined || name === undefined) return undefined;
  const step = version === "latest" ? undefined : Number(version.replace(/^\D+/, ""));
  return { entity, project, name, step };
}

/** The name under which the newest checkpoint of a model answers. */
export function trainedName({ entity, project, name }: Omit<TrainedName, "step">): string {
  return `wandb-artifact:///${entity}/${project}/${name}`;
}
