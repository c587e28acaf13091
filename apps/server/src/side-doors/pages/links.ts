/** Where the page of a project is. */
export function projectUrl(project: string): string {
  const [entity = "", name = ""] = project.split("/");
  return `/${segment(entity)}/${segment(name)}/weave`;
}

/** Where the page of a call is. */
export function callUrl(project: string, id: string): string {
  return `${projectUrl(project)}/calls/${segment(id)}`;
}

/** Where a ref leads, if there is a page for what it points at. */
export function refUrl(ref: string): string | undefined {
  const [entity, name, kind, target = ""] = ref.replace(/^weave:\/\/\//, "").split("/");
  if (!entity || !name || target === "" || !ref.startsWith("weave:///")) return undefined;
  const project = `${entity}/${name}`;
  if (kind === "call") return callUrl(project, target);
  const [objectId, version] = target.split(":");
  if ((kind !== "object" && kind !== "op") || !objectId || !version) return undefined;
  const versionOf = `${segment(objectId)}/versions/${segment(version)}`;
  return `${projectUrl(project)}/${kind}s/${versionOf}`;
}

/** Text as a segment of a path; of half a character, which has no escape, its replacement. */
function segment(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The readable part of an op: the name in its ref, or the text as it is. */
export function opLabel(opName: string): string {
  return /^weave:\/\/\/[^/]+\/[^/]+\/op\/([^/:]+)/.exec(opName)?.[1] ?? opName;
}
