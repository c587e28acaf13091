/** An artifact, as requests name it. */
export interface ArtifactName {
  readonly entity: string;
  readonly project: string;
  readonly name: string;
  /** `v<K>` or an alias. */
  readonly label: string;
}

const pattern =
  /^wandb-artifact:\/\/\/?([A-Za-z0-9_.-]{1,128})\/([A-Za-z0-9_.-]{1,128})\/([A-Za-z0-9_.-]{1,128})(?::([A-Za-z0-9_.-]{1,128}))?$/;

/** Longer texts name no artifact. */
const maxCharacters = 18 + 4 * 128 + 3;

/**
 * Reads the address of an artifact: `wandb-artifact:///entity/project/name:v0`, with two slashes
 * too. Without a version it means the newest. undefined for any other text.
 */
export function parseArtifactUrl(text: string): ArtifactName | undefined {
  if (text.length > maxCharacters) return undefined;
  const [, entity, project, name, label = "latest"] = pattern.exec(text) ?? [];
  if (entity === undefined || project === undefined || name === undefined) return undefined;
  return { entity, project, name, label };
}

/** Whether a text can be a name, an alias or a type of an artifact. */
export function isArtifactName(text: string): boolean {
  return /^[A-Za-z0-9_.-]{1,128}$/.test(text);
}

/** The number in `v3`; undefined for an alias. */
export function versionIn(label: string): number | undefined {
  return /^v(?:0|[1-9]\d{0,14})$/.test(label) ? Number(label.slice(1)) : undefined;
}
