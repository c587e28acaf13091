import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { markdown, type Table } from "./table.ts";

const pages = [
  "models.md",
  "performance.md",
  "performance-chat.md",
  "performance-engine.md",
  "performance-tracing.md",
  "performance-feedback.md",
  "performance-training.md",
  "under-attack.md",
].map((name) => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url)));

/**
 * Puts a table between its markers, `<!-- name -->` and `<!-- /name -->`, on the page of `docs/`
 * that has them, under a line with the machine and the date.
 */
export function writeToPage(table: Table, measured: string): void {
  const { name } = table;
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const texts = pages.map((page) => ({ page, text: readFileSync(page, "utf8") }));
  const found = texts.find(({ text }) => text.includes(start));
  const [from, to] = [found?.text.indexOf(start) ?? -1, found?.text.indexOf(end) ?? -1];
  if (found === undefined || to < from) {
    throw new Error(`No page has the markers ${start} and ${end}: ${pages.join(", ")}.`);
  }
  const { page, text } = found;
  const filled = `${start}\n_${measured}_\n\n${markdown(table)}\n`;
  writeFileSync(page, text.slice(0, from) + filled + text.slice(to));
}
