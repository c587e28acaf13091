// The codes of JSON's own characters.
export const quote = 0x22;
export const plus = 0x2b;
export const comma = 0x2c;
export const minus = 0x2d;
export const point = 0x2e;
export const slash = 0x2f;
export const zero = 0x30;
export const nine = 0x39;
export const colon = 0x3a;
export const openArray = 0x5b;
export const backslash = 0x5c;
export const closeArray = 0x5d;
/** Begins `\u0041`. */
export const letterU = 0x75;
export const openObject = 0x7b;
export const closeObject = 0x7d;

/** The position of the first character from `at` on that is not white space. */
export function afterBlank(text: string, at: number): number {
  let next = at;
  while (isBlank(text.charCodeAt(next))) next += 1;
  return next;
}

/** The position after the digits that begin at `at`. */
export function afterDigits(text: string, at: number): number {
  let next = at;
  while (isDigit(text.charCodeAt(next))) next += 1;
  return next;
}

/**
 * The position after the string that begins at `at`, or the end of the text if the string has no
 * end.
 */
export function afterString(text: string, at: number): number {
  for (let next = at + 1; next < text.length; next += 1) {
    const code = text.charCodeAt(next);
    if (code === quote) return next + 1;
    if (code === backslash) next += 1;
  }
  return text.length;
}

export function isBlank(code: number): boolean {
  return code <= 0x20 && (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09);
}

export function isDigit(code: number): boolean {
  return code >= zero && code <= nine;
}

/** Whether a code is the code of `e` or `E`. */
export function isExponent(code: number): boolean {
  return code === 0x65 || code === 0x45;
}
