/** [count] floats between −1 and 1 that a seed determines (a 32-bit linear congruential generator, high bits). */
export function randomTensor(count: number, seed: number): Float32Array {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) / 2 ** 23 - 1;
  });
}

/** [count] whole numbers from 0 to `below`. */
export function randomIndices(count: number, below: number, seed: number): Int32Array {
  return Int32Array.from(randomTensor(count, seed), (x) =>
    Math.min(below - 1, Math.floor(((x + 1) / 2) * below)),
  );
}
