// Scratch of one thread. Every thread has its own instance of the module, so its own `base`, over one shared memory.

// Floats of each part; `scratchBytes` in src/compute/scratch.ts is their sum in bytes.
export const TILE_FLOATS: i32 = 256;
export const LEFT_FLOATS: i32 = 64 * 1024;
export const RIGHT_FLOATS: i32 = 128 * 1024;

let base: usize = 0;

export function setScratch(pointer: usize): void {
  base = pointer;
}

/** One tile of the micro-kernel at the edge of an output. */
// @ts-ignore: decorator
@inline
export function tileScratch(): usize {
  return base;
}

/** Packed rows of the left operand. */
// @ts-ignore: decorator
@inline
export function leftScratch(): usize {
  return base + ((<usize>TILE_FLOATS) << 2);
}

/** Packed columns of the right operand; the scores of one attention row while decoding. */
// @ts-ignore: decorator
@inline
export function rightScratch(): usize {
  return base + ((<usize>(TILE_FLOATS + LEFT_FLOATS)) << 2);
}
