import { randomBytes } from "node:crypto";

import { philox } from "./philox.ts";

/** A seed for a request that has none: 64 random bits, never -1, which means "unset". */
export function drawSeed(): bigint {
  const seed = randomBytes(8).readBigInt64LE();
  return seed === -1n ? 0n : seed;
}

/** Whether a request's seed asks for a drawn one. */
export function isSeedUnset(seed: number | bigint | undefined): boolean {
  return seed === undefined || BigInt(seed) === -1n;
}

/**
 * The random numbers of one completion. The number for a token is a function of seed, index of the completion and
 * index of the token alone, so it is the same whatever else is in the batch and however a request was interrupted.
 */
export class RandomStream {
  readonly #keyLow: number;
  readonly #keyHigh: number;
  readonly #completionIndex: number;
  readonly #block: Uint32Array = new Uint32Array(4);

  constructor(seed: bigint, completionIndex: number) {
    const key = BigInt.asUintN(64, seed);
    this.#keyLow = Number(key & 0xffff_ffffn);
    this.#keyHigh = Number(key >> 32n);
    this.#completionIndex = completionIndex;
  }

  /** A multiple of 2^-53 in [0, 1), each equally likely. */
  uniform(tokenIndex: number): number {
    const block = this.#block;
    block[0] = tokenIndex;
    block[1] = this.#completionIndex;
    block[2] = 0;
    block[3] = 0;
    philox(block, this.#keyLow, this.#keyHigh);
    const [first = 0, second = 0] = block;
    // 27 + 26 bits: the widest integer that a double holds without rounding.
    return ((first >>> 5) * 0x400_0000 + (second >>> 6)) / 0x20_0000_0000_0000;
  }
}
