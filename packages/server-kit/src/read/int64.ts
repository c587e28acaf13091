import type { Issue } from "../errors.ts";

const min = -(2n ** 63n);
const max = 2n ** 63n - 1n;
const integer = /^-?\d+$/;
/** This many digits always fit. */
const surelyFits = 18;
/**
 * Longer texts are refused unread: no integer of 64 bits needs more characters, and reading
 * millions of digits takes minutes.
 */
const maxLength = 64;

/**
 * Whether a JSON text is an integer that fits into 64 bits. Texts that are not numbers pass, since
 * the schema refuses them.
 */
export function fitsInt64(text: string): boolean {
  const first = text.charCodeAt(0);
  const isNumber = first === 0x2d || (first >= 0x30 && first <= 0x39);
  if (!isNumber || (text.length <= surelyFits && integer.test(text))) return true;
  const value = int64Of(text);
  return value !== undefined && value >= min && value <= max;
}

/** The integer that a JSON text is, exactly; `undefined` for anything else. */
export function int64Of(text: string): bigint | undefined {
  if (text.length > maxLength) return undefined;
  if (integer.test(text)) return BigInt(text);
  // `1.0` and `1e3` are integers too, if a JavaScript number holds them exactly.
  const value = Number(text);
  return text.trim() !== "" && Number.isSafeInteger(value) ? BigInt(value) : undefined;
}

/** The issue of an integer that does not fit. */
export function int64Issue(loc: Issue["loc"], text: string): Issue {
  const msg = "Invalid input: expected an integer of 64 bits";
  return { loc, msg, type: "int64_range", input: text.slice(0, 120) };
}
