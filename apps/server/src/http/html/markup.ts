import { html as honoHtml, raw as honoRaw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** HTML whose parts are already escaped. */
export type Markup = HtmlEscapedString;

/** What may stand between the tags of {@link html}; everything but markup is escaped. */
export type Part = Markup | string | number | undefined | null | false | readonly Part[];

/**
 * HTML from a template. Every inserted value is escaped, for text and for quoted attributes, unless
 * it is markup itself; lists are joined; `undefined`, `null` and `false` leave nothing.
 *
 * @example
 * html`<a href="${url}">${name}</a>`
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  // Hono's template answers a promise only where a part is one, which `Part` rules out.
  return honoHtml(strings, ...parts.map(joined)) as Markup;
}

function isList(part: Part): part is readonly Part[] {
  return Array.isArray(part);
}

function joined(part: Part): Markup | string | number {
  if (part === undefined || part === null || part === false) return "";
  if (isList(part)) return honoRaw(part.map((item) => html`${item}`).join(""));
  return part;
}
