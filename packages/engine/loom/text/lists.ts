/** The entries of a text that commas part; line breaks within it are blanks. */
export function byComma(text: string): readonly string[] {
  return parted(text, ",");
}

/** The entries of a text that line breaks or upright bars part. */
export function byBar(text: string): readonly string[] {
  return parted(text.replaceAll("\n", "|"), "|");
}

function parted(text: string, mark: string): readonly string[] {
  return text
    .split(mark)
    .map((entry) => entry.trim().replace(/\s+/g, " "))
    .filter((entry) => entry !== "");
}
