import type { ProjectName } from "../../access/project-id.ts";

/** The address of a project's page. */
export function projectUrl(project: ProjectName): string {
  const [entity = "", name = ""] = project.split("/");
  return urlOf(entity, name);
}

/** The address of a call's page. */
export function callUrl(project: ProjectName, id: string): string {
  return `${projectUrl(project)}/calls/${segment(id)}`;
}

/** The address of the page for a ref; undefined if its target has no page. */
export function refUrl(ref: string): string | undefined {
  const [entity, name, kind, target = ""] = ref.replace(/^weave:\/\/\//, "").split("/");
  if (!entity || !name || target === "" || !ref.startsWith("weave:///")) return undefined;
  // A value may hold any text; this check only decides whether it becomes a link.
  const project = urlOf(entity, name);
  if (kind === "call") return `${project}/calls/${segment(target)}`;
  const [objectId, version] = target.split(":");
  if ((kind !== "object" && kind !== "op") || !objectId || !version) return undefined;
  const versionOf = `${segment(objectId)}/versions/${segment(version)}`;
  return `${project}/${kind}s/${versionOf}`;
}

function urlOf(entity: string, name: string): string {
  return `/${segment(entity)}/${segment(name)}/weave`;
}

/** Escapes text as a segment of a path. A lone surrogate has no escape and is replaced. */
function segment(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The readable name of an op: the name in its ref, or the whole text. */
export function opLabel(opName: string): string {
  return /^weave:\/\/\/[^/]+\/[^/]+\/op\/([^/:]+)/.exec(opName)?.[1] ?? opName;
}
