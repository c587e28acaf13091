import { createHash } from "node:crypto";
import { raw } from "hono/html";
import { html, type Markup } from "./markup.ts";

const style = `
:root { color-scheme: light dark; --line: #8884; --quiet: #767676; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; } h2 { font-size: 1.1rem; margin-top: 2rem; }
h3 { font-size: 1rem; margin-top: 1.5rem; }
a { color: LinkText; } a:not(:hover) { text-decoration-color: var(--line); }
table { border-collapse: collapse; width: 100%; }
td, th { border-bottom: 1px solid var(--line); padding: .3rem .6rem .3rem 0; text-align: left;
  vertical-align: top; overflow-wrap: anywhere; }
th { font-weight: 600; white-space: nowrap; }
code, pre { font: 13px/1.45 ui-monospace, monospace; }
pre { border: 1px solid var(--line); border-radius: 4px; max-height: 40rem; overflow: auto;
  padding: .6rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); } .error { color: #c22; font-weight: 600; }
section { border-top: 1px solid var(--line); margin-top: 2rem; }
`;

/** Kept out of the page's template: the formatter would change the text, and with it the hash. */
const styleElement = raw(`<style>${style}</style>`);
const styleHash = createHash("sha256").update(style).digest("base64");

/**
 * Headers of every page. They forbid to load or run anything, to frame the page, and to send the
 * page's address with a click. The hash allows the one style.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy":
    `default-src 'none'; style-src 'sha256-${styleHash}'; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Content-Type": "text/html; charset=utf-8",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** A whole page. */
export function page(title: string, body: Markup): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Heddle</title>
        ${styleElement}
      </head>
      <body>
        ${body}
      </body>
    </html> `.toString();
}
