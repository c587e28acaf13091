import type { ProjectName } from "../../access/project-id.ts";
import { jsonText } from "../../http/html/json-text.ts";
import { html, type Markup, type Part } from "../../http/html/markup.ts";
import { callUrl, opLabel, projectUrl, refUrl } from "./links.ts";
import type { CallLine } from "./views.ts";

/** More of a long text, as of an exception, is not shown. */
const maxText = 50_000;
/** The same of a fact that is a name, an id or a time. */
const maxFact = 1_000;
/** The same of what a call is called: it is a heading, and a link in a list. */
const maxLabel = 200;

/** Facts by name, one a row; long ones are cut. What is null or undefined is left out. */
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

/** A JSON value under a heading, as far as a page shows it. */
export function value(heading: string, text: string): Markup {
  const { markup, read } = jsonText(text, refUrl);
  return html`<h2>${heading}</h2>
    <pre>${markup}</pre>
    ${rest(text.length - read)}`;
}

/** A text of many lines, as far as a page shows it. */
export function longText(text: string): Markup {
  return html`<pre>${text.slice(0, maxText)}</pre>
    ${rest(text.length - maxText)}`;
}

/** An op by its ref or its name, with a link where it has a page. */
export function opLink(opName: string): Markup {
  const shown = brief(opName, maxFact);
  const url = shown === opName ? refUrl(opName) : undefined;
  return url === undefined ? html`${shown}` : html`<a href="${url}">${shown}</a>`;
}

function rest(characters: number): Markup | undefined {
  if (characters <= 0) return undefined;
  return html`<p class="quiet">${characters} characters more are not shown.</p>`;
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

/** What a call is called: its own name, or that of its op; a long one is cut. */
export function callLabel({ displayName, opName }: CallLine): string {
  return brief(displayName ?? opLabel(opName.slice(0, maxFact)), maxLabel);
}

/** How a call came out. */
export function status(text: string): Markup {
  return text.includes("error") ? html`<span class="error">${text}</span>` : html`${text}`;
}

/** Milliseconds as people say them. */
export function duration(ms: number | null): string | null {
  if (ms === null) return null;
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(2)} s`;
}

/** The way back to the project. */
export function projectLink(project: ProjectName): Markup {
  return html`<p class="quiet"><a href="${projectUrl(project)}">${project}</a></p>`;
}
