/** First and last of some code points that follow one another. */
export type CodePointRange = readonly [first: number, last: number];

/** Ascending, disjoint, not adjacent, without surrogates. */
export type CodePointSet = readonly CodePointRange[];

const last = 0x10_ffff;
const surrogates: CodePointRange = [0xd800, 0xdfff];

/** Every code point that can stand in a text. */
export const allCodePoints: CodePointSet = [
  [0, surrogates[0] - 1],
  [surrogates[1] + 1, last],
];

export function unionOf(ranges: readonly CodePointRange[]): CodePointSet {
  const sorted = ranges.filter(([from, to]) => from <= to).sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [from, to] of sorted) {
    const top = merged.at(-1);
    if (top !== undefined && from <= top[1] + 1) top[1] = Math.max(top[1], to);
    else merged.push([from, to]);
  }
  return without(merged, [surrogates]);
}

/** What is in the first and not in the second. */
export function without(
  set: readonly CodePointRange[],
  removed: readonly CodePointRange[],
): CodePointSet {
  let rest: CodePointRange[] = [...set];
  for (const [from, to] of removed) {
    rest = rest.flatMap(([first, end]): CodePointRange[] => {
      if (to < first || from > end) return [[first, end]];
      const parts: CodePointRange[] = [
        [first, from - 1],
        [to + 1, end],
      ];
      return parts.filter(([a, b]) => a <= b);
    });
  }
  return rest;
}

export function complementOf(set: readonly CodePointRange[]): CodePointSet {
  return without(allCodePoints, set);
}

export function intersectionOf(a: CodePointSet, b: readonly CodePointRange[]): CodePointSet {
  return without(a, complementOf(b));
}

/** The code points of a text, as one-member ranges. */
export function codePointsOf(text: string): CodePointRange[] {
  return Array.from(text, (character) => {
    const point = character.codePointAt(0)!;
    return [point, point];
  });
}
