const integer = /^-?[0-9]+$/;
const leastInteger = -(2n ** 63n);
const greatestInteger = 2n ** 64n - 1n;
/** No integer within the engine's range has more characters. */
const longestInteger = 20;

/**
 * The text of a number as the engine's JSON functions print it: an integer as it is, a double with
 * the fewest digits that read back as the same double. `source` is its token in the JSON text.
 *
 * The engine reads no integer beyond 64 bits and no number beyond the doubles. Such an integer
 * counts as the nearest double; such a number as the greatest.
 */
export function numberText(source: string): string {
  if (source === "-0") return "0";
  return isEngineInteger(source) ? source : doubleText(Number(source));
}

/** The same for a double that no integer beyond 2^53 was rounded to. */
export function doubleText(value: number): string {
  const text = String(withinRange(value));
  return text.includes("e+") ? text.replace("e+", "e") : text;
}

/** Whether the engine reads this token as the number whose text is {@link numberText}. */
export function isReadable(source: string): boolean {
  if (integer.test(source)) return isEngineInteger(source);
  const value = Number(source);
  // The engine prints the sign of a zero.
  return value === 0 ? !source.startsWith("-") : Number.isFinite(value);
}

/** A token that the engine reads as the number whose text is {@link numberText}. */
export function readableNumber(source: string): string {
  if (isReadable(source)) return source;
  const value = withinRange(Number(source));
  return value === 0 ? "0" : value.toExponential();
}

/** Whether the parsed value of a token does not tell the number's text. */
export function isOddNumber(source: string): boolean {
  if (!isReadable(source)) return true;
  return integer.test(source) && !Number.isSafeInteger(Number(source));
}

/** Whether a parsed number may be the value of an odd token; see {@link isOddNumber}. */
export function mayBeOdd(value: number): boolean {
  return !(Math.abs(value) <= Number.MAX_SAFE_INTEGER) || Object.is(value, -0);
}

function isEngineInteger(source: string): boolean {
  if (source.length > longestInteger || !integer.test(source)) return false;
  if (source.length < longestInteger - 1) return true;
  const value = BigInt(source);
  return value >= leastInteger && value <= greatestInteger;
}

function withinRange(value: number): number {
  return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE);
}
