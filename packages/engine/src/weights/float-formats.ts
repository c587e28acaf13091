/**
 * The two 16-bit float formats in which weights are stored, turned into F32 and back without loss beyond rounding.
 * Bit patterns are IEEE 754 binary16 ("half") and the upper half of binary32 ("bfloat16"). The bytes of files and of
 * the host are little-endian, as WebAssembly memory is.
 */

/** 2^112: moves an exponent biased by 15 to where one biased by 127 belongs. */
const halfRebias = 2 ** 112;
/** 2^24: a subnormal half is a whole number of these parts. */
const halfSubnormalParts = 2 ** 24;
/** Adding and taking away 2^52 rounds a double to a whole number, ties to even. */
const roundToWhole = 2 ** 52;

/** BF16 bit patterns [count] as floats; exact. */
export function bfloat16ToFloats(from: Uint16Array, into: Float32Array): void {
  const bits = new Int32Array(into.buffer, into.byteOffset, into.length);
  for (let index = 0; index < into.length; index++) bits[index] = from[index]! << 16;
}

/** F16 bit patterns [count] as floats; exact, subnormals, infinities and NaN included. */
export function float16ToFloats(from: Uint16Array, into: Float32Array): void {
  const bits = new Int32Array(into.buffer, into.byteOffset, into.length);
  for (let index = 0; index < into.length; index++) {
    const half = from[index]!;
    const magnitude = (half & 0x7fff) << 13;
    if ((half & 0x7c00) === 0x7c00) {
      bits[index] = 0x7f800000 | magnitude | ((half & 0x8000) << 16);
    } else {
      bits[index] = magnitude;
      // A product by a power of two is exact, and makes subnormals normal on the way.
      into[index]! *= halfRebias;
      bits[index]! |= (half & 0x8000) << 16;
    }
  }
}

/** Floats [count] as BF16 bit patterns, rounded to nearest, ties to even. */
export function floatsToBfloat16(from: Float32Array, into: Uint16Array): void {
  const bits = new Uint32Array(from.buffer, from.byteOffset, from.length);
  for (let index = 0; index < from.length; index++) {
    const float = bits[index]!;
    const isNan = (float & 0x7fffffff) > 0x7f800000;
    // A NaN whose payload lies in the lower half alone would become infinite: the quiet bit keeps it a NaN.
    into[index] = isNan ? (float >>> 16) | 0x40 : (float + 0x7fff + ((float >>> 16) & 1)) >>> 16;
  }
}

/** Floats [count] as F16 bit patterns, rounded to nearest, ties to even; too large becomes infinite. */
export function floatsToFloat16(from: Float32Array, into: Uint16Array): void {
  const bits = new Uint32Array(from.buffer, from.byteOffset, from.length);
  for (let index = 0; index < from.length; index++) {
    const float = bits[index]!;
    const sign = (float >>> 16) & 0x8000;
    const magnitude = float & 0x7fffffff;
    into[index] = sign | halfMagnitude(magnitude, from[index]!);
  }
}

function halfMagnitude(magnitude: number, value: number): number {
  if (magnitude > 0x7f800000) return 0x7e00 | ((magnitude >>> 13) & 0x3ff);
  // 65,520 lies halfway between the largest half and the next power of two: from there on it is infinite.
  if (magnitude >= 0x477ff000) return 0x7c00;
  if (magnitude < 0x38800000) {
    // Below 2^-14: a whole number of parts; 1,024 of them are the bit pattern of the smallest normal half.
    return Math.abs(value) * halfSubnormalParts + roundToWhole - roundToWhole;
  }
  return (magnitude + 0xfff + ((magnitude >>> 13) & 1) - (112 << 23)) >>> 13;
}
