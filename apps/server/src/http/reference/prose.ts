import { html, type Markup } from "../html/markup.ts";

/**
 * Turns a description into HTML: paragraphs, `code` between backticks, strong text between double
 * asterisks. Other Markdown stays as text.
 */
export function prose(text: string | undefined): Markup {
  if (text === undefined) return html``;
  const paragraphs = text.trim().split(/\n\s*\n/);
  return html`${paragraphs.map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`;
}

function inline(paragraph: string): Markup {
  const pieces = paragraph.split(/(`[^`]+`|\*\*[^*]+\*\*)/);
  return html`${pieces.map((piece) => {
    if (/^`.+`$/s.test(piece)) return html`<code>${piece.slice(1, -1)}</code>`;
    if (/^\*\*.+\*\*$/s.test(piece)) return html`<strong>${piece.slice(2, -2)}</strong>`;
    return html`${piece}`;
  })}`;
}
