import type { Random } from "../random.ts";

/** The largest operand of what the list of abilities calls sums and differences to 99. */
export const mostPlain = 99;

const numberWords: readonly string[] =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );

/** Two numbers of one size: both up to 20, both of two digits, or any of 0 to 99. */
export function pair(random: Random, fewest = 0): readonly [number, number] {
  const size = random.weighted({ small: 30, twoDigits: 50, any: 20 });
  const lowest = size === "twoDigits" ? 10 : fewest;
  const highest = size === "small" ? 20 : mostPlain;
  return [random.integer(lowest, highest), random.integer(lowest, highest)];
}

/** Two numbers up to 999, one of them above 99. */
export function bigPair(random: Random): readonly [number, number] {
  const big = random.integer(mostPlain + 1, 999);
  const other = random.chance(0.7) ? random.integer(mostPlain + 1, 999) : random.integer(1, 99);
  return random.chance(0.5) ? [big, other] : [other, big];
}

/** The decimal digit of a number at a place: 0 for ones, 1 for tens, 2 for hundreds. */
export function digitAt(number: number, place: number): number {
  return Math.floor(number / 10 ** place) % 10;
}

/** Numbers as they are typed: in digits, and when all are small, now and then in words. */
export function written(random: Random, numbers: readonly number[]): readonly string[] {
  const inWords = numbers.every((number) => number < numberWords.length) && random.chance(0.06);
  return numbers.map((number) => (inWords ? (numberWords[number] ?? "") : String(number)));
}

/** One key for both orders of a pair. */
export function unorderedKey(sign: string, left: number, right: number): string {
  return `${Math.min(left, right)}${sign}${Math.max(left, right)}`;
}
