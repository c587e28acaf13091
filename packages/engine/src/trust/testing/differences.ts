/** ‖a − b‖ / ‖b‖, b the one trusted more. */
export function relativeDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let difference = 0;
  let size = 0;
  for (let i = 0; i < b.length; i++) {
    difference += (a[i]! - b[i]!) ** 2;
    size += b[i]! ** 2;
  }
  return Math.sqrt(difference / size);
}

/** Indices of the rows that are not the same to the last bit: short to print, where a diff of the rows takes minutes. */
export function differingRows(
  found: readonly Float32Array[],
  expected: readonly Float32Array[],
): number[] {
  const count = Math.max(found.length, expected.length);
  return Array.from({ length: count }, (_, row) => row).filter((row) => {
    const [a, b] = [found[row], expected[row]];
    if (a === undefined || b === undefined || a.length !== b.length) return true;
    return a.some((value, i) => !Object.is(value, b[i]));
  });
}

/** Names of the tensors that are not the same to the last bit. */
export function differingTensors(
  found: ReadonlyMap<string, Float32Array>,
  expected: ReadonlyMap<string, Float32Array>,
): string[] {
  return [...expected.keys()].filter(
    (name) =>
      differingRows([found.get(name) ?? new Float32Array()], [expected.get(name)!]).length > 0,
  );
}
