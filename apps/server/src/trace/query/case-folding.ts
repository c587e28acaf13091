/**
 * The text for a comparison that ignores case: the lower case of each code point by itself, and the
 * final sigma as a sigma. The engine's `lowerUTF8` depends on the neighbours of a character only at
 * the final sigma, so {@link foldedSql} gives the same text.
 */
export function foldCase(text: string): string {
  if (isLowerAscii(text)) return text;
  let folded = "";
  for (const character of text) folded += character.toLowerCase();
  return folded.replaceAll("ς", "σ");
}

/** SQL for {@link foldCase}. Without a sigma in the text to find, both sigmas may stay. */
export function foldedSql(text: string, hasSigma = true): string {
  return hasSigma ? `replaceAll(lowerUTF8(${text}), 'ς', 'σ')` : `lowerUTF8(${text})`;
}

/**
 * Whether only this text itself has this folding, so that a comparison may use the case and is three
 * times as fast outside of ASCII.
 */
export function isCaseless(text: string): boolean {
  // The lower case of İ ends in this mark.
  return text === foldCase(text) && text === text.toUpperCase() && !text.includes("\u0307");
}

function isLowerAscii(text: string): boolean {
  return /^[\0-@[-\x7f]*$/.test(text);
}
