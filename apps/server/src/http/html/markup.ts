import { html as honoHtml, raw as honoRaw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** Escaped HTML. */
export type Markup = HtmlEscapedString;

/** A value that {@link html} can insert; everything except markup is escaped. */
export type Part = Markup | string | number | undefined | null | false | readonly Part[];

/**
 * Makes HTML from a template. Every inserted value is escaped for text and for quoted attributes,
 * unless it is markup itself. Lists are joined; `undefined`, `null` and `false` add nothing.
 *
 * @example
 * html`<a href="${url}">${name}</a>`
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  // Hono's template returns a promise only if a part is one, and `Part` excludes promises.
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
