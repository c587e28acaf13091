/** Functions that write Markdown, so that text from a document keeps its meaning. */

/** A table whose cells are Markdown; nothing if there are no rows. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  return [[line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n")];
}

/** A block of code in a language; its fence is longer than every fence inside it. */
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

/** A target for links. The anchor of a heading would depend on the program that renders it. */
export function anchor(id: string): string {
  return `<a id="${id.replaceAll('"', "&quot;")}"></a>`;
}

/** A link whose text is code. */
export function codeLink(text: string, target: string): string {
  return `[${code(text)}](${target})`;
}

/** The first sentence of a text, or the whole text if no sentence ends. */
export function firstSentence(text: string): string {
  const [sentence = ""] = /^[^]*?[.!?](?=\s|$)|^[^]+/.exec(text.trim()) ?? [];
  return sentence.replaceAll(/\s+/g, " ");
}

/** Joins blocks with a blank line between them; empty blocks are left out. */
export function page(blocks: readonly string[]): string {
  return `${blocks
    .map((block) => block.trim())
    .filter((block) => block !== "")
    .join("\n\n")}\n`;
}

/** A cell that can hold a text of several paragraphs. */
function cell(text: string): string {
  return text
    .trim()
    .replaceAll("|", String.raw`\|`)
    .replaceAll(/\n\s*\n\s*/g, "<br><br>")
    .replaceAll(/\s*\n\s*/g, " ");
}
