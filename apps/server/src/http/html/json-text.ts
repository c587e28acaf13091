import { html, type Markup } from "./markup.ts";

/** A string, or what lies between strings: a bracket, a comma or colon, a word or number, space. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]|[^\s[\]{},:"]+|\s+/gs;

/** Where a ref leads, if there is a page for it. */
export type LinkTo = (ref: string) => string | undefined;

/**
 * JSON text laid out for reading. Tokens stay as they are written, so that `1.0` and long integers
 * read as they were sent; text that was cut off is laid out as far as it goes.
 */
export function jsonText(text: string, linkTo: LinkTo = () => undefined): Markup {
  const parts: (Markup | string)[] = [];
  let depth = 0;
  let previous = "";
  const newLine = (): void => void parts.push(`\n${"  ".repeat(Math.max(0, depth))}`);
  for (const [token] of text.matchAll(tokens)) {
    if (token.trim() === "") continue;
    const closes = token === "]" || token === "}";
    if (closes) depth--;
    const opened = previous === "[" || previous === "{";
    if ((opened && !closes) || previous === "," || (closes && !opened)) newLine();
    if (token === "[" || token === "{") depth++;
    parts.push(token === ":" ? ": " : linked(token, linkTo));
    previous = token;
  }
  return html`${parts}`;
}

function linked(token: string, linkTo: LinkTo): Markup | string {
  if (!token.startsWith('"weave:///')) return token;
  const url = linkTo(token.slice(1, -1));
  return url === undefined ? token : html`<a href="${url}">${token}</a>`;
}
