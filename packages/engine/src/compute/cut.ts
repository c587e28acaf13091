/** 0..count in at most `parts` ranges, each a multiple of `align` long but the last. */
export function cut(count: number, parts: number, align: number): [from: number, to: number][] {
  const length = Math.ceil(count / Math.max(1, parts) / align) * align;
  const ranges: [number, number][] = [];
  for (let from = 0; from < count; from += length)
    ranges.push([from, Math.min(count, from + length)]);
  return ranges;
}
