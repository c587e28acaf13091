import type { ProjectName } from "../../access/project-id.ts";
import { jsonText } from "../../http/html/json-text.ts";
import { html, type Markup, type Part } from "../../http/html/markup.ts";
import { callUrl, opLabel, projectUrl, refUrl } from "./links.ts";
import type { CallLine } from "./views.ts";

/** Most characters shown of a long text, such as an exception. */
const maxText = 50_000;
/** Most characters shown of a name, an id or a time. */
const maxFact = 1_000;
/** Most characters shown of a call's name, which is a heading and a link in lists. */
const maxLabel = 200;

/** A table of facts by name. Long facts are cut; null and undefined are left out. */
export function facts(rows: Readonly<Record<string, Part>>): Markup {
  const shown = Object.entries(rows).filter(([, value]) => value !== null && value !== undefined);
  return html`<table>
    ${shown.map(
      ([name, value]) =>
        html`<tr>
          <th>${name}</th>
          <td>${typeof value === "string" ? brief(value, maxFact) : value}</td>
        </tr> `,
    )}
  </table>`;
}

/** A JSON value under a heading, cut to the length that a page shows. */
export function value(heading: string, text: string): Markup {
  const { markup, read } = jsonText(text, refUrl);
  return html`<h2>${heading}</h2>
    <pre>${markup}</pre>
    ${rest(text.length - read)}`;
}

/** A text of many lines, cut to the length that a page shows. */
export function longText(text: string): Markup {
  return html`<pre>${text.slice(0, maxText)}</pre>
    ${rest(text.length - maxText)}`;
}

/** An op by its ref or its name, with a link if it has a page. */
export function opLink(opName: string): Markup {
  const shown = brief(opName, maxFact);
  const url = shown === opName ? refUrl(opName) : undefined;
  return url === undefined ? html`${shown}` : html`<a href="${url}">${shown}</a>`;
}

function rest(characters: number): Markup | undefined {
  if (characters <= 0) return undefined;
  return html`<p class="quiet">${characters} more characters are not shown.</p>`;
}

function brief(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Calls as a table of links. */
export function callTable(project: ProjectName, calls: readonly CallLine[]): Markup {
  return html`<table>
    <tr>
      <th>call</th>
      <th>status</th>
      <th>started</th>
      <th>took</th>
    </tr>
    ${calls.map(
      (call) =>
        html`<tr>
          <td><a href="${callUrl(project, call.id)}">${callLabel(call)}</a></td>
          <td>${status(call.status)}</td>
          <td>${call.startedAt}</td>
          <td>${duration(call.latencyMs)}</td>
        </tr> `,
    )}
  </table>`;
}

/** The name of a call: its own, or the name of its op. A long name is cut. */
export function callLabel({ displayName, opName }: CallLine): string {
  return brief(displayName ?? opLabel(opName.slice(0, maxFact)), maxLabel);
}

/** The status of a call; errors are marked. */
export function status(text: string): Markup {
  return text.includes("error") ? html`<span class="error">${text}</span>` : html`${text}`;
}

/** A duration in ms or, from 1 s on, in seconds. */
export function duration(ms: number | null): string | null {
  if (ms === null) return null;
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(2)} s`;
}

/** A link back to the project. */
export function projectLink(project: ProjectName): Markup {
  return html`<p class="quiet"><a href="${projectUrl(project)}">${project}</a></p>`;
}
