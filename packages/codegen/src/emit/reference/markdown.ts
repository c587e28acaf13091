/** What Markdown needs so that text from a document stands in it as that text. */

/** A table of cells that are Markdown; nothing where there are no rows. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  return [[line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n")];
}

/** A block of code in a language, fenced so that no fence inside it ends it. */
export function fenced(language: string, code: string): string {
  const fences = [...code.matchAll(/`{3,}/g)].map(([fence]) => fence.length);
  const fence = "`".repeat(Math.max(3, ...fences.map((length) => length + 1)));
  return `${fence}${language}\n${code.trimEnd()}\n${fence}`;
}

/** Code within a line. */
export function code(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (line === "") return "";
  return line.includes("`") ? `\`\` ${line} \`\`` : `\`${line}\``;
}

/** A place that links lead to. Headings have no places of their own: what makes them differs. */
export function anchor(id: string): string {
  return `<a id="${id.replaceAll('"', "&quot;")}"></a>`;
}

/** A link whose text is code. */
export function codeLink(text: string, target: string): string {
  return `[${code(text)}](${target})`;
}

/** The first sentence of a text; all of it where it does not end. */
export function firstSentence(text: string): string {
  const [sentence = ""] = /^[^]*?[.!?](?=\s|$)|^[^]+/.exec(text.trim()) ?? [];
  return sentence.replaceAll(/\s+/g, " ");
}

/** Blocks with a blank line between; empty ones are left out. */
export function page(blocks: readonly string[]): string {
  return `${blocks
    .map((block) => block.trim())
    .filter((block) => block !== "")
    .join("\n\n")}\n`;
}

/** A text of several paragraphs in one cell. */
function cell(text: string): string {
  return text
    .trim()
    .replaceAll("|", String.raw`\|`)
    .replaceAll(/\n\s*\n\s*/g, "<br><br>")
    .replaceAll(/\s*\n\s*/g, " ");
}
