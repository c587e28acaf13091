import { pythonFloat } from "./python-float.ts";
import type { AsciiOutput } from "./ascii-output.ts";
import { afterDigits, isExponent, minus, point, zero } from "./characters.ts";
import { numberEnd } from "./grammar.ts";

/**
 * Decimals with up to this many digits are distinct doubles, so each is already the shortest form.
 */
const exactDigits = 15;
/** With this many zeros after the point, Python writes a double with an exponent. */
const tooManyZeros = "0000";

/**
 * Writes the number that begins at `at` as Python does: an integer unchanged, a double with the
 * fewest digits that read back as the same double. Returns the position after it. Writes nothing
 * and returns -1 if there is no number, or if it is beyond the range.
 */
export function copyNumber(text: string, at: number, output: AsciiOutput): number {
  const first = text.charCodeAt(at) === minus ? at + 1 : at;
  const pointAt = afterDigits(text, first);
  if (pointAt === first) return -1;
  const code = text.charCodeAt(pointAt);
  if (code !== point && !isExponent(code)) {
    // Integers have no negative zero.
    output.copy(text, text.charCodeAt(first) === zero ? first : at, pointAt);
    return pointAt;
  }
  const end = numberEnd(text, at);
  if (isPythonFloat(text, first, pointAt, end)) {
    output.copy(text, at, end);
    return end;
  }
  const value = Number(text.slice(at, end));
  if (!Number.isFinite(value)) return -1;
  const written = pythonFloat(value);
  output.copy(written, 0, written.length);
  return end;
}

/** Whether a double certainly has Python's spelling. A sign is before `start`. */
function isPythonFloat(text: string, start: number, pointAt: number, end: number): boolean {
  if (text.charCodeAt(pointAt) !== point || afterDigits(text, pointAt + 1) !== end) return false;
  const fraction = end - pointAt - 1;
  if (pointAt - start + fraction > exactDigits) return false;
  if (fraction > 1 && text.charCodeAt(end - 1) === zero) return false;
  return text.charCodeAt(start) !== zero || !text.startsWith(tooManyZeros, pointAt + 1);
}
