/** What Python's `str.isspace` is true of; `trim` of JavaScript takes a byte order mark for white space, and not these. */
const whiteSpace =
  "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000";

/** Python's `strip`, `lstrip` and `rstrip`: takes any of these characters from the ends. */
export function strip(
  text: string,
  side: "strip" | "lstrip" | "rstrip",
  characters: string = whiteSpace,
): string {
  const taken = new Set(characters);
  let start = 0;
  let end = text.length;
  if (side !== "rstrip") {
    for (const character of text) {
      if (!taken.has(character)) break;
      start += character.length;
    }
  }
  if (side === "lstrip") return text.slice(start);
  while (end > start) {
    const isPair = end - start > 1 && (text.codePointAt(end - 2) ?? 0) > 0xffff;
    const last = text.slice(isPair ? end - 2 : end - 1, end);
    if (!taken.has(last)) break;
    end -= last.length;
  }
  return text.slice(start, end);
}

/** Python's `capitalize`: the first letter in upper case, the others in lower. */
export function capitalised(text: string): string {
  const [first = "", ...rest] = Array.from(text);
  return first.toUpperCase() + rest.join("").toLowerCase();
}

/** Jinja's filter `title`: capitalises what stands after white space, a hyphen or an opening bracket. */
export function titled(text: string): string {
  return text
    .split(/([-\s({[<]+)/)
    .map(capitalised)
    .join("");
}

/** Python's `repr` of a float, which JSON writes too: an exponent below 1e-4 and from 1e16 on, of two digits at least. */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "Infinity" : "-Infinity";
  if (Object.is(value, -0)) return "-0.0";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    return value
      .toExponential()
      .replace(
        /e([+-])(\d+)$/,
        (_, sign: string, digits: string) => `e${sign}${digits.padStart(2, "0")}`,
      );
  }
  // JavaScript writes 0.00001 to 1e21 without an exponent: none of what is left has one.
  return Number.isInteger(value) ? `${value}.0` : String(value);
}
