import type { Pointer } from "./kernels.ts";
import type { EngineMemory } from "./memory.ts";

/** A place in an arena to go back to. */
export interface ArenaMark {
  readonly chunk: number;
  readonly used: number;
}

interface Chunk {
  readonly pointer: Pointer;
  readonly bytes: number;
  used: number;
}

const smallestChunkBytes = 256 * 1024;
const largestStepBytes = 16 * 1024 * 1024;

/**
 * Scratch of one pass, as a stack: what is allocated after a mark goes with it. It grows by chunks that never move, so
 * pointers stay good until they are released. Two passes that take turns need an arena each.
 */
export class Arena {
  readonly #memory: EngineMemory;
  readonly #chunks: Chunk[] = [];
  /** Index of the chunk that is being filled; all after it are empty. */
  #current = -1;
  #usedBytes = 0;
  #peakBytes = 0;

  constructor(memory: EngineMemory) {
    this.#memory = memory;
  }

  /** The most that was ever in use at once. */
  get peakBytes(): number {
    return this.#peakBytes;
  }

  /**
   * [floats] at a multiple of 64 bytes; their content is whatever was there.
   *
   * @throws EngineError `busy` when the memory is full.
   */
  allocate(floats: number): Pointer {
    const bytes = Math.max(64, Math.ceil(floats / 16) * 64);
    let chunk = this.#chunks[this.#current];
    if (chunk === undefined || chunk.used + bytes > chunk.bytes) chunk = this.#nextChunk(bytes);
    const pointer = chunk.pointer + chunk.used;
    chunk.used += bytes;
    this.#usedBytes += bytes;
    this.#peakBytes = Math.max(this.#peakBytes, this.#usedBytes);
    return pointer;
  }

  mark(): ArenaMark {
    return { chunk: this.#current, used: this.#chunks[this.#current]?.used ?? 0 };
  }

  /** Everything allocated since the mark may be overwritten from now on. */
  release(mark: ArenaMark): void {
    for (let index = this.#current; index > mark.chunk; index -= 1) this.#empty(index, 0);
    this.#empty(mark.chunk, mark.used);
    this.#current = mark.chunk;
  }

  /** Gives all memory back; the arena is then as new. */
  free(): void {
    for (const chunk of this.#chunks.splice(0)) this.#memory.free(chunk.pointer);
    this.#current = -1;
    this.#usedBytes = 0;
  }

  #empty(index: number, used: number): void {
    const chunk = this.#chunks[index];
    if (chunk === undefined) return;
    this.#usedBytes -= chunk.used - used;
    chunk.used = used;
  }

  /** The next chunk with room for `bytes`; smaller ones on the way are given back, so chunks stay few. */
  #nextChunk(bytes: number): Chunk {
    const next = this.#current + 1;
    for (;;) {
      const chunk = this.#chunks[next];
      if (chunk === undefined) break;
      if (chunk.bytes >= bytes) {
        this.#current = next;
        return chunk;
      }
      this.#chunks.splice(next, 1);
      this.#memory.free(chunk.pointer);
    }
    const held = this.#chunks.reduce((sum, chunk) => sum + chunk.bytes, 0);
    const size = Math.max(bytes, smallestChunkBytes, Math.min(held, largestStepBytes));
    const chunk: Chunk = { pointer: this.#memory.allocateUnfilled(size), bytes: size, used: 0 };
    this.#chunks.push(chunk);
    this.#current = next;
    return chunk;
  }
}
