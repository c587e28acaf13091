import type { ProjectName } from "../../access/project-id.ts";

/** Where the page of a project is. */
export function projectUrl(project: ProjectName): string {
  const [entity = "", name = ""] = project.split("/");
  return urlOf(entity, name);
}

/** Where the page of a call is. */
export function callUrl(project: ProjectName, id: string): string {
  return `${projectUrl(project)}/calls/${segment(id)}`;
}

/** Where a ref leads, if there is a page for what it points at. */
export function refUrl(ref: string): string | undefined {
  const [entity, name, kind, target = ""] = ref.replace(/^weave:\/\/\//, "").split("/");
  if (!entity || !name || target === "" || !ref.startsWith("weave:///")) return undefined;
  // What stands in a value is any text: here it needs no more than to become a link.
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

/** Text as a segment of a path; of half a character, which has no escape, its replacement. */
function segment(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The readable part of an op: the name in its ref, or the text as it is. */
export function opLabel(opName: string): string {
  return /^weave:\/\/\/[^/]+\/[^/]+\/op\/([^/:]+)/.exec(opName)?.[1] ?? opName;
}
