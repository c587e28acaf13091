import { html, type Markup } from "../html/markup.ts";
import { prose } from "./prose.ts";
import { refName, type Schema } from "./document.ts";

/** A short text for a schema: `string | null`, `array of Call`. */
export function typeOf(schema: Schema | undefined): Markup {
  if (!schema) return html`any`;
  if (schema.$ref !== undefined) {
    const name = refName(schema.$ref);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches) return separated(branches.map(typeOf), " | ");
  if (schema.allOf) return separated(schema.allOf.map(typeOf), " & ");
  if (schema.const !== undefined) return html`${JSON.stringify(schema.const)}`;
  if (schema.enum) return html`${schema.enum.map((value) => JSON.stringify(value)).join(" | ")}`;
  if (schema.type === "array") return html`array of ${typeOf(schema.items)}`;
  if (Array.isArray(schema.type)) {
    return separated(
      schema.type.map((type) => typeOf({ ...schema, type })),
      " | ",
    );
  }
  if (schema.type === "object" && typeof schema.additionalProperties === "object") {
    return html`map of ${typeOf(schema.additionalProperties)}`;
  }
  if (schema.format !== undefined) return html`${typeName(schema)} (${schema.format})`;
  return html`${typeName(schema)}`;
}

function typeName({ type }: Schema): string {
  return typeof type === "string" ? type : "any";
}

/** The members of an object schema as a table; nothing for other schemas. */
export function members(schema: Schema): Markup {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) return html``;
  const required = new Set(schema.required);
  return html`<table>
    ${properties.map(
      ([name, member]) =>
        html`<tr>
          <th><code>${name}</code>${required.has(name) ? "" : "?"}</th>
          <td>${typeOf(member)}</td>
          <td>${prose(member.description)}</td>
        </tr> `,
    )}
  </table>`;
}

/** One named schema with its members. */
export function component(name: string, schema: Schema): Markup {
  return html`<section id="schema-${name}">
    <h3>${name}</h3>
    ${prose(schema.description)}
    ${schema.properties ? "" : html`<p><code>${typeOf(schema)}</code></p>`} ${members(schema)}
  </section> `;
}

function separated(parts: readonly Markup[], separator: string): Markup {
  return html`${parts.flatMap((part, i) => (i === 0 ? [part] : [html`${separator}`, part]))}`;
}
