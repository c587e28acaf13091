import {
  afterDigits,
  backslash,
  isDigit,
  isExponent,
  letterU,
  minus,
  plus,
  point,
  quote,
  slash,
  zero,
} from "./characters.ts";

// A native search finds long stretches. Most stretches are short, and a loop finds those faster.
const shortStretch = 32;
// oxlint-disable-next-line no-control-regex -- JSON forbids raw control characters in strings.
const plainStretch = /[^"\\\u0000-\u001f]*/y;

/**
 * The position after the string that contains `from`, a position after its first quote. A long
 * string is read in parts: if it does not end before `stop`, returns the complement (`~`) of the
 * reached position. -1 if it is malformed.
 */
export function stringEnd(text: string, from: number, stop: number): number {
  let next = from;
  let stretch = next + shortStretch;
  while (next < stop) {
    const code = text.charCodeAt(next);
    if (code === quote) return next + 1;
    if (code === backslash) {
      next = escapeEnd(text, next);
      if (next === -1) return -1;
      stretch = next + shortStretch;
    } else if (code >= 0x20) {
      next += 1;
    } else {
      // A control character, or the end of the text.
      return -1;
    }
    if (next < stretch) continue;
    plainStretch.lastIndex = next;
    plainStretch.test(text);
    next = plainStretch.lastIndex;
    stretch = next + shortStretch;
  }
  return ~next;
}

/** The position after the number that begins at `at`; -1 if there is none. */
export function numberEnd(text: string, at: number): number {
  const start = text.charCodeAt(at) === minus ? at + 1 : at;
  let next = afterDigits(text, start);
  if (next === start || (next > start + 1 && text.charCodeAt(start) === zero)) return -1;
  let code = text.charCodeAt(next);
  if (code === point) {
    const from = next + 1;
    next = afterDigits(text, from);
    if (next === from) return -1;
    code = text.charCodeAt(next);
  }
  if (!isExponent(code)) return next;
  const sign = text.charCodeAt(next + 1);
  const from = sign === plus || sign === minus ? next + 2 : next + 1;
  next = afterDigits(text, from);
  return next === from ? -1 : next;
}

/** The code unit of four hexadecimal digits; -1 if they are not such digits. */
export function unitOf(text: string, at: number): number {
  let unit = 0;
  for (let next = at; next < at + 4; next += 1) {
    const code = text.charCodeAt(next);
    const letter = code | 0x20;
    if (isDigit(code)) unit = unit * 16 + code - zero;
    else if (letter >= 0x61 && letter <= 0x66) unit = unit * 16 + letter - 0x57;
    else return -1;
  }
  return unit;
}

/**
 * The code unit of the escape with this character after the backslash, except `u`; -1 for an
 * invalid escape.
 */
export function escapedUnit(code: number): number {
  switch (code) {
    case quote:
    case backslash:
    case slash:
      return code;
    case 0x62:
      return 0x08;
    case 0x66:
      return 0x0c;
    case 0x6e:
      return 0x0a;
    case 0x72:
      return 0x0d;
    case 0x74:
      return 0x09;
    default:
      return -1;
  }
}

function escapeEnd(text: string, at: number): number {
  const code = text.charCodeAt(at + 1);
  if (code === backslash || code === quote) return at + 2;
  if (code === letterU) return unitOf(text, at + 2) === -1 ? -1 : at + 6;
  return escapedUnit(code) === -1 ? -1 : at + 2;
}
