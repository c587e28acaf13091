/** A noun with its article: `an apple`, `a carrot`. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) && !/^(?:uni|use|eu)/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** A list as people say it: `red, green and blue`. */
export function spoken(entries: readonly string[], joint = "and"): string {
  if (entries.length < 2) return entries.join("");
  return `${entries.slice(0, -1).join(", ")} ${joint} ${entries.at(-1)}`;
}
