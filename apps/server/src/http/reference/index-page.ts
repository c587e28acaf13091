import { page } from "../html/layout.ts";
import { html, type Markup } from "../html/markup.ts";
import { operationsOf, type OpenApiDocument } from "./document.ts";

/** One service of the list. */
export interface ListedService {
  /** The name in its addresses: `trace`. */
  readonly name: string;
  readonly document: OpenApiDocument;
  /** Ids of the operations that this server has not built. */
  readonly notBuilt: ReadonlySet<string>;
}

/** The first page of the reference: the resources of all services, each with its operations. */
export function indexPage(services: readonly ListedService[]): string {
  return page(
    "Reference",
    html`<h1>Reference</h1>
      ${services.map(({ name, document, notBuilt }) => {
        const operations = operationsOf(document);
        const resources = [...new Set(operations.map(({ tags }) => tags?.[0] ?? ""))];
        return html`<section>
          <h2><a href="/docs/${name}">${document.info.title}</a></h2>
          <p>
            ${document.info.summary}
            <span class="quiet"
              >As OpenAPI 3.1: <a href="/openapi/${name}.json">${name}.json</a></span
            >
          </p>
          <table>
            ${resources.map(
              (resource) =>
                html`<tr>
                  <th><a href="/docs/${name}#${resource}">${resource}</a></th>
                  <td>
                    ${operations
                      .filter(
                        ({ tags, "x-compat": compat }) => tags?.[0] === resource && !isTwin(compat),
                      )
                      .map(({ operationId = "" }) => link(name, operationId, notBuilt))}
                  </td>
                </tr> `,
            )}
          </table>
        </section> `;
      })}`,
  );
}

function link(service: string, id: string, notBuilt: ReadonlySet<string>): Markup {
  const reference = html`<a href="/docs/${service}#${id}">${id}</a>`;
  return notBuilt.has(id)
    ? html`${reference} <span class="quiet">(not built)</span> `
    : html`${reference} `;
}

/** Whether an operation is only a second spelling of another. */
function isTwin(compat: string | { readonly of?: string } | undefined): boolean {
  return typeof compat === "object";
}
