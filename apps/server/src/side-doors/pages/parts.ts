import { jsonText } from "../../http/html/json-text.ts";
import { html, type Markup, type Part } from "../../http/html/markup.ts";
import { callUrl, opLabel, projectUrl, refUrl } from "./links.ts";
import type { CallLine } from "./views.ts";

/** More of one value than this is not shown: a page is for reading. */
const maxShownCharacters = 200_000;

/** Facts by name, one a row. What is null or undefined is left out. */
export function facts(rows: Readonly<Record<string, Part>>): Markup {
  const shown = Object.entries(rows).filter(([, value]) => value !== null && value !== undefined);
  return html`<table>
    ${shown.map(
      ([name, value]) =>
        html`<tr>
          <th>${name}</th>
          <td>${value}</td>
        </tr> `,
    )}
  </table>`;
}

/** A JSON value under a heading. */
export function value(heading: string, text: string): Markup {
  const shown = text.slice(0, maxShownCharacters);
  const cut = text.length - shown.length;
  return html`<h2>${heading}</h2>
    <pre>${jsonText(shown, refUrl)}</pre>
    ${cut > 0 && html`<p class="quiet">${cut} characters more are not shown.</p>`}`;
}

/** Calls as a table of links. */
export function callTable(project: string, calls: readonly CallLine[]): Markup {
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

/** What a call is called: its own name, or that of its op. */
export function callLabel({ displayName, opName }: CallLine): string {
  return displayName ?? opLabel(opName);
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
export function projectLink(project: string): Markup {
  return html`<p class="quiet"><a href="${projectUrl(project)}">${project}</a></p>`;
}
