const width = 100;

/**
 * A doc comment of at most 100 columns, with a line break at its end.
 *
 * Wraps the text, and splits a comment end inside it.
 */
export function docComment(text: string, indent = ""): string {
  const safe = text.trim().replaceAll("*/", "*\u200b/");
  const oneLine = `${indent}/** ${safe} */\n`;
  if (!safe.includes("\n") && oneLine.length <= width + 1) return oneLine;
  const lines = safe.split("\n").flatMap((line) => wrap(line.trimEnd(), width - indent.length - 3));
  const body = lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n");
  return `${indent}/**\n${body}\n${indent} */\n`;
}

function wrap(line: string, columns: number): string[] {
  if (line.length <= columns) return [line];
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ")) {
    if (current !== "" && current.length + 1 + word.length > columns) {
      lines.push(current);
      current = word;
    } else {
      current = current === "" ? word : `${current} ${word}`;
    }
  }
  lines.push(current);
  return lines;
}

/** A summary as a sentence with a full stop; empty if it is no text. */
export function sentence(summary: unknown): string {
  const text = typeof summary === "string" ? summary.trim() : "";
  return text === "" || /[.!?:]$/.test(text) ? text : `${text}.`;
}
