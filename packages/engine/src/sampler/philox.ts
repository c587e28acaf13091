const multiplierA = 0xd2511f53;
const multiplierB = 0xcd9e8d57;
const weylA = 0x9e3779b9;
const weylB = 0xbb67ae85;
const rounds = 10;

/** The upper 32 bits of the 64-bit product of two unsigned 32-bit numbers: from 16-bit halves, without BigInt. */
function upperProduct(a: number, b: number): number {
  const aLow = a & 0xffff;
  const aHigh = a >>> 16;
  const bLow = b & 0xffff;
  const bHigh = b >>> 16;
  const middle = aHigh * bLow + ((aLow * bLow) >>> 16);
  const carry = (middle & 0xffff) + aLow * bHigh;
  return (aHigh * bHigh + Math.floor(middle / 65536) + Math.floor(carry / 65536)) >>> 0;
}

/**
 * Philox4x32-10: 128 random bits that are a pure function of a counter and a key. A draw therefore never
 * depends on how many draws others made before it.
 *
 * Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
 *
 * @param counter four unsigned 32-bit words; overwritten with the result
 */
export function philox(counter: Uint32Array, keyLow: number, keyHigh: number): void {
  let x0 = counter[0]!;
  let x1 = counter[1]!;
  let x2 = counter[2]!;
  let x3 = counter[3]!;
  let k0 = keyLow >>> 0;
  let k1 = keyHigh >>> 0;
  for (let round = 0; round < rounds; round++) {
    const lowA = Math.imul(multiplierA, x0) >>> 0;
    const highA = upperProduct(multiplierA, x0);
    const lowB = Math.imul(multiplierB, x2) >>> 0;
    const highB = upperProduct(multiplierB, x2);
    x0 = (highB ^ x1 ^ k0) >>> 0;
    x1 = lowB;
    x2 = (highA ^ x3 ^ k1) >>> 0;
    x3 = lowA;
    k0 = (k0 + weylA) >>> 0;
    k1 = (k1 + weylB) >>> 0;
  }
  counter[0] = x0;
  counter[1] = x1;
  counter[2] = x2;
  counter[3] = x3;
}
