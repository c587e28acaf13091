const blocks = "▁▂▃▄▅▆▇█";

/** Values as one line of blocks, at most `width` of them: neighbours are averaged. Equal values stand in the middle. */
export function sparkline(values: readonly number[], width: number): string {
  const means = averaged(values, width);
  const lowest = Math.min(...means);
  const range = Math.max(...means) - lowest;
  const top = blocks.length - 1;
  return means
    .map((value) => blocks[range > 0 ? Math.round(((value - lowest) / range) * top) : top >> 1])
    .join("");
}

function averaged(values: readonly number[], most: number): readonly number[] {
  const size = Math.max(1, Math.ceil(values.length / most));
  const means: number[] = [];
  for (let start = 0; start < values.length; start += size) {
    const group = values.slice(start, start + size);
    means.push(group.reduce((sum, value) => sum + value, 0) / group.length);
  }
  return means;
}
