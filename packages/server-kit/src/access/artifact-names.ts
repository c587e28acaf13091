import type { ProjectNames } from "./finders.ts";

/** A trained model is named by its artifact. Other model names belong to no project. */
export const modelNames: ProjectNames = { what: "model", projectsOf: artifactProject };

/** Artifacts by their URL; other URLs belong to no project. */
export const artifactUrls: ProjectNames = { what: "artifact", projectsOf: artifactProject };

/**
 * `entity/project` of `wandb-artifact:///entity/project/name:version`; nothing for other texts.
 * Two slashes count as three, since clients in use write both.
 */
export function artifactProject(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const [, entity, project] = /^wandb-artifact:\/\/\/?([^/]*)\/([^/]*)(?:\/|$)/.exec(value) ?? [];
  return entity === undefined ? undefined : `${entity}/${project}`;
}
