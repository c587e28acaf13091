import type { Context } from "../../document/context.ts";
import { byResource } from "../../transform/by-resource.ts";
import { operationsOf } from "../../transform/operation-object.ts";
import type { GeneratedFile } from "../../write/writer.ts";
import { resourceNames } from "../client/names.ts";
import { resourcePage, servicePage } from "./pages.ts";
import { schemaHomes } from "./schema-homes.ts";

/**
 * Emits the reference in Markdown: one page for each resource, with examples, and one page that
 * lists them. The anchor of an operation is its id, the anchor of a schema `schema-<name>`.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#openapi-object
 */
export function emitReference(context: Context): readonly GeneratedFile[] {
  const operations = operationsOf(context);
  const resources = byResource(operations);
  const names = resourceNames([...resources.keys()]);
  const files = new Map(
    [...resources.keys()].map((name, at) => [name, names[at]?.fileName ?? name]),
  );
  const reference = { context, resources, files, homes: schemaHomes(context, operations) };
  const path = context.outputs.reference;
  const folder = path.replace(/\.md$/, "");
  return [
    { path, text: servicePage(reference) },
    ...[...files].map(([resource, file]) => ({
      path: `${folder}/${file}.md`,
      text: resourcePage(reference, resource),
    })),
  ];
}
