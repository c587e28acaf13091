import type { Context } from "../../document/context.ts";
import { type Links, schemaAnchor } from "./links.ts";
import { anchor, page } from "./markdown.ts";
import { memberTable, schemaNotes } from "./member-table.ts";
import { readableType } from "./readable-type.ts";

/** Sections of named schemas, in the order of the document; nothing if there are no schemas. */
export function schemaSections(
  names: readonly string[],
  context: Context,
  links: Links,
  title: string,
): readonly string[] {
  if (names.length === 0) return [];
  return [`## ${title}`, ...names.map((name) => schemaSection(name, context, links))];
}

function schemaSection(name: string, context: Context, links: Links): string {
  const schema = context.schemas[name] ?? true;
  const description = typeof schema === "boolean" ? undefined : schema["description"];
  const type = readableType(schema, links);
  return page([
    `${anchor(schemaAnchor(name))}\n\n### ${name}`,
    typeof description === "string" ? description : "",
    [...(type === "object" ? [] : [type]), ...schemaNotes(schema)].join(" · "),
    ...memberTable(schema, links),
  ]);
}
