import { EngineError } from "../errors.ts";
import { FreeList } from "./free-list.ts";
import type { Pointer } from "./kernels.ts";

const pageBytes = 64 * 1024;
/** Growth comes in steps, since each step is a call into the operating system. */
const growthPages = 16;
/** What 32-bit pointers reach. */
const largestBytes = 65_536 * pageBytes;
const alignment = 64;

/**
 * The one memory that weights, caches and scratch live in, shared with helper threads. Only the thread that made it
 * allocates. It grows up to `maxBytes` and never shrinks; what is freed is used again.
 */
export class EngineMemory {
  readonly shared: WebAssembly.Memory;
  /** What it may grow to, rounded up to whole pages of 64 KiB. */
  readonly maxBytes: number;
  /** Page 0 stays empty, so that a forgotten pointer of 0 meets no tensor. */
  readonly #list = new FreeList(pageBytes);
  /** From here on no byte was ever handed out, so all are still zero. */
  #fresh = pageBytes;

  /** @throws EngineError `invalid` for a size that cannot be, `busy` when the system will not reserve as much. */
  constructor(options: { readonly maxBytes?: number } = {}) {
    const asked = options.maxBytes ?? largestBytes;
    if (!(asked >= 2 * pageBytes && asked <= largestBytes))
      throw new EngineError(
        "invalid",
        `maxBytes is ${asked}: give between ${2 * pageBytes} and ${largestBytes}.`,
        { parameter: "maxBytes" },
      );
    const maximum = Math.ceil(asked / pageBytes);
    this.maxBytes = maximum * pageBytes;
    try {
      this.shared = new WebAssembly.Memory({ initial: 1, maximum, shared: true });
    } catch (cause) {
      throw new EngineError(
        "busy",
        `The system would not reserve ${megabytes(this.maxBytes)} of address space for the engine's memory: give a smaller maxBytes.`,
        { parameter: "maxBytes", cause },
      );
    }
  }

  /** What is allocated just now. */
  get bytes(): number {
    return this.#list.bytes;
  }

  /** What the memory has grown to. */
  get grownBytes(): number {
    return this.shared.buffer.byteLength;
  }

  /**
   * A part of the memory: zeroed, at a multiple of 64, its length rounded up to one.
   *
   * @throws EngineError `busy` when the memory is full.
   */
  allocate(byteCount: number): Pointer {
    const fresh = this.#fresh;
    const pointer = this.allocateUnfilled(byteCount);
    const used = Math.min(pointer + aligned(byteCount), fresh);
    if (used > pointer) new Uint8Array(this.shared.buffer, pointer, used - pointer).fill(0);
    return pointer;
  }

  /** The same with whatever was there: for scratch, where filling 60 MB would take longer than a layer. */
  allocateUnfilled(byteCount: number): Pointer {
    if (!(byteCount >= 0 && Number.isSafeInteger(byteCount)))
      throw new EngineError("internal", `${byteCount} bytes cannot be allocated.`);
    const bytes = aligned(byteCount);
    const pointer = this.#list.take(bytes);
    try {
      this.#growTo(this.#list.top);
    } catch (cause) {
      this.#list.give(pointer);
      throw new EngineError(
        "busy",
        `The engine's memory is full: ${megabytes(bytes)} more were needed, ${megabytes(this.bytes)} of ${megabytes(this.maxBytes)} are in use. Close models and samplers that you no longer need, send shorter or fewer sequences at a time, or give the engine a larger maxBytes.`,
        { cause },
      );
    }
    this.#fresh = Math.max(this.#fresh, pointer + bytes);
    return pointer;
  }

  /** @throws EngineError `internal` when nothing allocated starts there. */
  free(pointer: Pointer): void {
    if (!this.#list.give(pointer))
      throw new EngineError(
        "internal",
        `Nothing that is allocated starts at ${pointer}: it was freed twice, or never allocated.`,
      );
  }

  /** A view of [count] floats. Make it anew for each use: one that was kept ends where the memory ended then. */
  floats(pointer: Pointer, count: number): Float32Array<SharedArrayBuffer> {
    return new Float32Array(this.shared.buffer, pointer, count);
  }

  /** A view of [count] integers, as short-lived as `floats`. */
  ints(pointer: Pointer, count: number): Int32Array<SharedArrayBuffer> {
    return new Int32Array(this.shared.buffer, pointer, count);
  }

  #growTo(end: number): void {
    const present = this.grownBytes / pageBytes;
    const needed = Math.ceil(end / pageBytes);
    if (needed <= present) return;
    const step = Math.min(
      Math.max(needed - present, growthPages),
      this.maxBytes / pageBytes - present,
    );
    this.shared.grow(Math.max(step, needed - present));
  }
}

function aligned(byteCount: number): number {
  return Math.max(alignment, Math.ceil(byteCount / alignment) * alignment);
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}
