import type { ProjectName } from "../../access/project-id.ts";
import { page } from "../../http/html/layout.ts";
import { html } from "../../http/html/markup.ts";
import { facts, projectLink, value } from "./parts.ts";
import type { ObjectView } from "./views.ts";

/** The page of one version of an object or op. */
export function objectPage(project: ProjectName, version: ObjectView): string {
  const name = `${version.objectId}:v${version.versionIndex}`;
  return page(
    name,
    html`${projectLink(project)}
      <h1>${name}</h1>
      ${facts({
        kind: version.kind,
        class: version.baseClass,
        digest: version.digest,
        latest: version.isLatest ? "yes" : "no",
        created: version.createdAt,
        user: version.userName,
      })}
      ${value("Value", version.value)}`,
  );
}
