import type { ProjectName } from "../../access/project-id.ts";
import { page } from "../../http/html/layout.ts";
import { html } from "../../http/html/markup.ts";
import { callTable } from "./parts.ts";
import type { CallLine } from "./views.ts";

/** The newest calls of a project. */
export function projectPage(project: ProjectName, calls: readonly CallLine[]): string {
  return page(
    project,
    html`<h1>${project}</h1>
      ${
        calls.length === 0
          ? html`<p>Nothing has been traced here yet.</p>`
          : html`<h2>Newest calls</h2>
              ${callTable(project, calls)}`
      }`,
  );
}
