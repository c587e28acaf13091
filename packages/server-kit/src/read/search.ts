/** One `name=value` of a query or of a url-encoded form. */
export interface Pair {
  readonly name: string;
  /** As it was sent: a comma may separate values, `%2C` is a comma inside a value. */
  readonly encoded: string;
}

/** The pairs of a query or of a url-encoded form, in order, made on demand. */
export function* pairsOf(text: string): Generator<Pair, void> {
  for (let from = 0; from < text.length;) {
    const end = text.indexOf("&", from);
    const part = text.slice(from, end < 0 ? text.length : end);
    from += part.length + 1;
    if (part === "") continue;
    const at = part.indexOf("=");
    if (at < 0) yield { name: decode(part), encoded: "" };
    else yield { name: decode(part.slice(0, at)), encoded: part.slice(at + 1) };
  }
}

/** Decodes percent escapes and plus signs; a malformed escape stays as it is. */
export function decode(encoded: string): string {
  if (!encoded.includes("%") && !encoded.includes("+")) return encoded;
  try {
    return decodeURIComponent(encoded.replaceAll("+", " "));
  } catch (e) {
    if (!(e instanceof URIError)) throw e;
    return new URLSearchParams(`v=${encoded}`).get("v") ?? "";
  }
}
