import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { markdown, type Table } from "./table.ts";

const page = fileURLToPath(new URL("../../docs/performance.md", import.meta.url));

/**
 * Puts a table between its markers in `docs/performance.md`, `<!-- name -->` and `<!-- /name -->`,
 * under a line that says where and when it was measured.
 */
export function writeToPage(table: Table, measured: string): void {
  const { name } = table;
  const text = readFileSync(page, "utf8");
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${page} lacks the markers ${start} and ${end}.`);
  const filled = `${start}\n_${measured}_\n\n${markdown(table)}\n`;
  writeFileSync(page, text.slice(0, from) + filled + text.slice(to));
}
