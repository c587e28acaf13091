import { choiceOf, literal, repeated, sequenceOf } from "../ebnf.ts";

/*
 * Ranges of numbers as expressions over digits, by the usual decomposition: a common beginning, then one digit strictly
 * inside and any that follow, or the bound's own digit and so on.
 */

function digit(from: number, to: number): string | null {
  if (from > to) return null;
  return from === to ? literal(String(from)) : `[${from}-${to}]`;
}

function anyDigits(min: number, max: number): string {
  return repeated("[0-9]", min, max);
}

function joined(parts: readonly (string | null)[]): string | null {
  const found = parts.filter((part) => part !== null);
  return found.length === 0 ? null : choiceOf(found);
}

/** Digits of a fixed count from `low` to `high`, both of that count. */
function sameLength(low: string, high: string): string | null {
  if (low > high) return null;
  if (low === "") return '""';
  const first = Number(low[0]);
  const last = Number(high[0]);
  const rest = low.length - 1;
  const follow = (head: string | null, tail: string | null): string | null =>
    head === null || tail === null ? null : sequenceOf([head, tail]);
  if (first === last) return follow(digit(first, first), sameLength(low.slice(1), high.slice(1)));
  const isLowFull = /^0*$/.test(low.slice(1));
  const isHighFull = /^9*$/.test(high.slice(1));
  const inside = digit(first + (isLowFull ? 0 : 1), last - (isHighFull ? 0 : 1));
  return joined([
    isLowFull ? null : follow(digit(first, first), sameLength(low.slice(1), "9".repeat(rest))),
    follow(inside, anyDigits(rest, rest)),
    isHighFull ? null : follow(digit(last, last), sameLength("0".repeat(rest), high.slice(1))),
  ]);
}

/**
 * Whole numbers without leading zeros from `first` to `last`, neither negative; null where there are none.
 *
 * @param last null: without end (up to so many digits more as no one counts)
 */
export function wholeNumbersBetween(first: bigint, last: bigint | null): string | null {
  if (last !== null && first > last) return null;
  const low = String(first);
  const longest = last === null ? Math.max(15, low.length + 1) : String(last).length;
  const parts: (string | null)[] = [];
  for (let length = low.length; length <= longest; length++) {
    const from = length === low.length ? low : `1${"0".repeat(length - 1)}`;
    const isLast = last !== null && length === longest;
    const to = isLast ? String(last) : "9".repeat(length);
    parts.push(sameLength(from, to));
  }
  const found = parts.filter((part) => part !== null);
  return found.length === 0 ? null : choiceOf(found);
}

/**
 * Digits after a point that are at least, or more than, those of a bound, with up to `maxDigits` digits.
 *
 * @param bound digits without trailing zeros; may be empty, for zero
 */
export function digitsAtLeast(
  bound: string,
  isExclusive: boolean,
  maxDigits: number,
): string | null {
  if (bound === "" && !isExclusive) return anyDigits(1, maxDigits);
  const alternatives: string[] = [];
  for (let i = 0; i < bound.length; i++) {
    const larger = digit(Number(bound[i]) + 1, 9);
    if (larger === null) continue;
    const rest = anyDigits(0, maxDigits - i - 1);
    alternatives.push(sequenceOf([literal(bound.slice(0, i)), larger, rest]));
  }
  const same = literal(bound);
  if (!isExclusive) {
    alternatives.push(sequenceOf([same, anyDigits(0, maxDigits - bound.length)]));
  } else {
    // Longer and not all zeros.
    const zeros = Math.min(4, maxDigits - bound.length - 1);
    const rest = maxDigits - bound.length - 1 - zeros;
    alternatives.push(
      sequenceOf([same, repeated(literal("0"), 0, zeros), "[1-9]", anyDigits(0, rest)]),
    );
  }
  return alternatives.length === 0 ? null : choiceOf(alternatives);
}

/**
 * Digits after a point that are at most, or less than, those of a bound.
 *
 * @param bound digits without trailing zeros, not empty
 * @param lower what they must be at least, or more than
 */
export function digitsAtMost(
  bound: string,
  isExclusive: boolean,
  lower: { readonly fraction: string; readonly isExclusive: boolean } | null,
  maxDigits: number,
): string | null {
  if (lower !== null) return digitsWithin(bound, isExclusive, lower);
  const alternatives: string[] = [];
  for (let i = 0; i < bound.length; i++) {
    const same = literal(bound.slice(0, i));
    const smaller = digit(0, Number(bound[i]) - 1);
    if (smaller !== null) {
      alternatives.push(sequenceOf([same, smaller, anyDigits(0, maxDigits - i - 1)]));
    }
    // A beginning of the bound is itself smaller.
    if (i > 0) alternatives.push(same);
  }
  if (!isExclusive) {
    const zeros = repeated(literal("0"), 0, 2);
    alternatives.push(sequenceOf([literal(bound), zeros]));
  }
  return alternatives.length === 0 ? null : choiceOf(alternatives);
}

/** Both ends within one whole number: written with a fixed count of digits, two more than the finer bound has. */
function digitsWithin(
  bound: string,
  isExclusive: boolean,
  lower: { readonly fraction: string; readonly isExclusive: boolean },
): string | null {
  const count = Math.max(bound.length, lower.fraction.length) + 2;
  const step = (digits: string, by: bigint): bigint => BigInt(digits.padEnd(count, "0")) + by;
  const low = step(lower.fraction, lower.isExclusive ? 1n : 0n);
  const high = step(bound, isExclusive ? -1n : 0n);
  if (low > high) return null;
  return sameLength(String(low).padStart(count, "0"), String(high).padStart(count, "0"));
}
