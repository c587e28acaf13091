import { page } from "../html/layout.ts";
import { html } from "../html/markup.ts";
import { operationsOf, type OpenApiDocument } from "./document.ts";

/** One service of the list. */
export interface ListedService {
  /** As in its addresses: `trace`. */
  readonly name: string;
  readonly document: OpenApiDocument;
}

/** Where the references of all services begin: their resources, each with its operations. */
export function indexPage(services: readonly ListedService[]): string {
  return page(
    "Reference",
    html`<h1>Reference</h1>
      ${services.map(({ name, document }) => {
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
                      .map(
                        ({ operationId = "" }) =>
                          html`<a href="/docs/${name}#${operationId}">${operationId}</a> `,
                      )}
                  </td>
                </tr> `,
            )}
          </table>
        </section> `;
      })}`,
  );
}

/** Whether an operation is only the second spelling of another. */
function isTwin(compat: string | { readonly of?: string } | undefined): boolean {
  return typeof compat === "object";
}
