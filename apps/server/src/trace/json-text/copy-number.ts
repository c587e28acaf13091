import { pythonFloat } from "./python-float.ts";
import type { AsciiOutput } from "./ascii-output.ts";
import { afterDigits, isExponent, minus, point, zero } from "./characters.ts";
import { numberEnd } from "./grammar.ts";

/** Decimals of so many digits are different doubles, so that each is the shortest of its own. */
const exactDigits = 15;
/** A double with more zeros behind the point Python writes with an exponent. */
const tooManyZeros = "0000";

/**
 * Writes the number that begins at `at` as Python does, and gives the position after it: an integer
 * as it is, a double in the fewest digits that read back as the same. Writes nothing and gives -1
 * where it is none or beyond the range.
 */
export function copyNumber(text: string, at: number, output: AsciiOutput): number {
  const first = text.charCodeAt(at) === minus ? at + 1 : at;
  const pointAt = afterDigits(text, first);
  if (pointAt === first) return -1;
  const code = text.charCodeAt(pointAt);
  if (code !== point && !isExponent(code)) {
    // Among integers there is no negative zero.
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

/** Whether a double is certain to be written as Python writes it. A sign stands before `start`. */
function isPythonFloat(text: string, start: number, pointAt: number, end: number): boolean {
  if (text.charCodeAt(pointAt) !== point || afterDigits(text, pointAt + 1) !== end) return false;
  const fraction = end - pointAt - 1;
  if (pointAt - start + fraction > exactDigits) return false;
  if (fraction > 1 && text.charCodeAt(end - 1) === zero) return false;
  return text.charCodeAt(start) !== zero || !text.startsWith(tooManyZeros, pointAt + 1);
}
