/** A stream of numbers from a seed, for data: the same on every machine. Algorithm: Steele et al., SplitMix (2014). */
export class Random {
  private state: bigint;

  constructor(seed: number) {
    this.state = BigInt(seed);
  }

  /** From 0, inclusive, to `bound`, exclusive. */
  integer(bound: number): number {
    return Math.floor(this.fraction() * bound);
  }

  /** From 0, inclusive, to 1, exclusive. */
  fraction(): number {
    this.state = BigInt.asUintN(64, this.state + 0x9e37_79b9_7f4a_7c15n);
    let mixed = this.state;
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 30n)) * 0xbf58_476d_1ce4_e5b9n);
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 27n)) * 0x94d0_49bb_1331_11ebn);
    return Number((mixed ^ (mixed >> 31n)) >> 11n) / 2 ** 53;
  }

  /** Standard normal; Box and Muller (1958). */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.fraction()));
    return radius * Math.cos(2 * Math.PI * this.fraction());
  }
}
