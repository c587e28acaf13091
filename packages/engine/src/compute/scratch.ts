/** Scratch of one thread, as kernels/assembly/scratch.ts divides it: one tile, packed rows, packed columns. */
export const scratchBytes: number = 4 * (256 + 64 * 1024 + 128 * 1024);

/** How many positions a row may see while decoding: its scores lie in the scratch of packed columns. */
export const maxDecodePositions: number = 128 * 1024;
