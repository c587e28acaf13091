import { jsonText } from "../html/json-text.ts";
import { page } from "../html/layout.ts";
import { html, type Markup } from "../html/markup.ts";
import {
  operationsOf,
  resolve,
  type Content,
  type MediaType,
  type OpenApiDocument,
  type PlacedOperation,
} from "./document.ts";
import { prose } from "./prose.ts";
import { component, typeOf } from "./schema.ts";

/**
 * The reference of one service as one page: its operations by resource, then its schemas. It marks
 * the operations that this server has not built.
 */
export function referencePage(document: OpenApiDocument, notBuilt: ReadonlySet<string>): string {
  const operations = operationsOf(document);
  const tags = [...new Set(operations.map(tagOf))];
  const about = new Map(document.tags?.map((tag) => [tag.name, tag.description]));
  const schemas = Object.entries(document.components?.schemas ?? {});
  return page(
    document.info.title,
    html`<h1>${document.info.title} <span class="quiet">${document.info.version}</span></h1>
      ${prose(document.info.description)}
      <nav>
        <ul>
          ${tags.map((tag) => html`<li><a href="#${tag}">${tag}</a></li> `)}
          <li><a href="#schemas">schemas</a></li>
        </ul>
      </nav>
      ${tags.map(
        (tag) =>
          html`<section id="${tag}">
            <h2>${tag}</h2>
            ${prose(about.get(tag))}
            ${operations.filter((one) => tagOf(one) === tag).map((one) => operation(document, one, notBuilt))}
          </section> `,
      )}
      <h2 id="schemas">Schemas</h2>
      ${schemas.map(([name, schema]) => component(name, schema))}`,
  );
}

function tagOf({ tags, path }: PlacedOperation): string {
  return tags?.[0] ?? path.split("/")[1] ?? "";
}

function operation(
  document: OpenApiDocument,
  it: PlacedOperation,
  notBuilt: ReadonlySet<string>,
): Markup {
  const id = it.operationId ?? `${it.method}-${it.path}`;
  const isAbsent = notBuilt.has(id);
  const compat = it["x-compat"];
  const parameters = (it.parameters ?? []).map((one) => resolve(document, one));
  return html`<section id="${id}" data-built="${isAbsent ? "no" : "yes"}">
    <h3><code>${it.method.toUpperCase()} ${it.path}</code></h3>
    <p>
      <strong>${it.summary}</strong>
      <span class="quiet">${it.operationId}${it["x-access"] && ` · ${it["x-access"]}`}</span>
    </p>
    ${isAbsent && html`<p class="quiet">This server has not built it yet.</p>`}
    ${compat !== undefined && html`<p class="quiet">${typeof compat === "string" ? compat : `The same as ${compat.of}: ${compat.why}`}</p>`}
    ${prose(it.description)}
    ${
      parameters.length > 0 &&
      html`<table>
        ${parameters.map(
          (one) =>
            html`<tr>
              <th><code>${one.name}</code>${one.required ? "" : "?"}</th>
              <td class="quiet">${one.in}</td>
              <td>${typeOf(one.schema)}</td>
              <td>${prose(one.description)}</td>
            </tr> `,
        )}
      </table>`
    }
    ${it.requestBody && contents("Request", it.requestBody.content)}
    ${Object.entries(it.responses ?? {}).map(([status, response]) => {
      const { description, content } = resolve(document, response);
      return html`${contents(status, content ?? {}, description)}`;
    })}
  </section> `;
}

/** A request or an answer: its schema by media type, and its examples. */
function contents(name: string, content: Content, description?: string): Markup {
  const types = Object.entries(content);
  return html`<p>
      <strong>${name}</strong>
      ${types.map(([mediaType, { schema }]) => html`<code>${mediaType}</code> ${typeOf(schema)} `)}
    </p>
    ${prose(description)}
    ${/^(?:4|5)/.test(name) ? "" : types.map(([, mediaType]) => examples(mediaType))}`;
}

function examples({ example, examples }: MediaType): Markup {
  const values =
    example === undefined ? Object.values(examples ?? {}) : [{ summary: "", value: example }];
  return html`${values.map(
    ({ summary, value }) =>
      html`${summary && html`<p class="quiet">${summary}</p>`}
        <pre>
${typeof value === "string" ? value : jsonText(JSON.stringify(value) ?? "").markup}</pre> `,
  )}`;
}
