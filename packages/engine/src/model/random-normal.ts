/**
 * Normally distributed numbers from a seed, the same on every machine: xoshiro128** (Blackman and Vigna,
 * arXiv 1805.01407) seeded by splitmix32, and the transform of Box and Muller.
 */
export class RandomNormal {
  readonly #state: Uint32Array;
  #spare: number | null = null;

  /** @param seed a safe whole number; all of its bits count */
  constructor(seed: number) {
    this.#state = fourWords(seed >>> 0);
    const high = Math.floor(seed / 2 ** 32) >>> 0;
    if (high === 0) return;
    for (const [i, word] of fourWords(high).toReversed().entries()) this.#state[i]! ^= word;
  }

  /** In (0, 1): never either end. */
  uniform(): number {
    const state = this.#state;
    const second = state[1]!;
    const word = Math.imul(rotateLeft(Math.imul(second, 5), 7), 9) >>> 0;
    state[2]! ^= state[0]!;
    state[3]! ^= second;
    state[1]! ^= state[2]!;
    state[0]! ^= state[3]!;
    state[2]! ^= second << 9;
    state[3] = rotateLeft(state[3]!, 11);
    return (word + 0.5) / 2 ** 32;
  }

  /** Mean 0, deviation 1. */
  next(): number {
    const spare = this.#spare;
    if (spare !== null) {
      this.#spare = null;
      return spare;
    }
    const radius = Math.sqrt(-2 * Math.log(this.uniform()));
    const angle = 2 * Math.PI * this.uniform();
    this.#spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  }

  /** Fills `values` with mean 0 and this deviation. */
  write(values: Float32Array, deviation: number): void {
    for (let i = 0; i < values.length; i++) values[i] = this.next() * deviation;
  }
}

/** Four words from one: splitmix32. */
function fourWords(seed: number): Uint32Array {
  let mixed = seed;
  return Uint32Array.from({ length: 4 }, () => {
    mixed = (mixed + 0x9e3779b9) >>> 0;
    let word = mixed;
    word = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return (word ^ (word >>> 15)) >>> 0;
  });
}

function rotateLeft(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
