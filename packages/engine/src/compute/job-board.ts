import { EngineError } from "../errors.ts";
import { rangeKernels } from "./kernels.ts";
import type { Pointer, RangeKernel } from "./kernels.ts";

/** One range of a kernel call that a thread has taken on: the arguments, the range's own last. */
export interface ClaimedRange {
  readonly kernel: RangeKernel;
  readonly args: readonly number[];
}

/** As many ranges as a job may have; the ticket keeps their number in eight bits. */
export const maxRanges = 64;
/** Bytes of shared memory a board needs. */
export const jobBoardBytes: number = 512 + maxRanges * 16;

/** Indices of 32-bit integers at the head of a board. */
const TICKET = 0;
const DONE = 1;
const FAILED = 2;
const KERNEL = 3;
const ARGUMENTS = 4;
const RANGE_WIDTH = 5;

const argumentsOffset = 64;
const maxArguments = 32;
const rangesOffset = 512;
/** About 20 µs: longer than the gap between two kernels of a pass, shorter than a turn of the scheduler. */
const spins = 2000;

/**
 * Where the owner of a memory hangs out one kernel call cut into ranges, and threads, the owner among them, take ranges
 * until none is left. Nothing is assigned to anyone: a helper that sleeps, is late or is gone delays nobody, because
 * the owner takes what it left.
 *
 * The ticket is the number of the job (24 bits) and the count of ranges nobody has taken (8 bits). A thread reads the
 * job first and takes a range by compare-and-exchange of the ticket, so what it read belonged to that job.
 */
export class JobBoard {
  readonly #ints: Int32Array;
  readonly #arguments: Float64Array;
  readonly #ranges: Int32Array;

  /** @param pointer of `jobBoardBytes` zeroed bytes of the memory. */
  constructor(memory: WebAssembly.Memory, pointer: Pointer) {
    this.#ints = new Int32Array(memory.buffer, pointer, argumentsOffset / 4);
    this.#arguments = new Float64Array(memory.buffer, pointer + argumentsOffset, maxArguments);
    this.#ranges = new Int32Array(memory.buffer, pointer + rangesOffset, maxRanges * 4);
  }

  /** Owner only, and only when the last job is done: hangs out a job and wakes who sleeps. */
  publish(
    kernel: RangeKernel,
    args: readonly number[],
    ranges: readonly (readonly number[])[],
  ): void {
    this.#arguments.set(args);
    for (const [index, range] of ranges.entries()) this.#ranges.set(range, index * 4);
    this.#ints[KERNEL] = rangeKernels.indexOf(kernel);
    this.#ints[ARGUMENTS] = args.length;
    this.#ints[RANGE_WIDTH] = ranges[0]?.length ?? 0;
    this.#ints[FAILED] = 0;
    Atomics.store(this.#ints, DONE, 0);
    const job = (Atomics.load(this.#ints, TICKET) >> 8) + 1;
    Atomics.store(this.#ints, TICKET, (job << 8) | ranges.length);
    Atomics.notify(this.#ints, TICKET);
  }

  /** Takes the next range, or says that none is left. */
  claim(): ClaimedRange | null {
    for (;;) {
      const ticket = Atomics.load(this.#ints, TICKET);
      const left = ticket & 0xff;
      if (left === 0) return null;
      const kernel = rangeKernels[this.#ints[KERNEL] ?? 0];
      const args = Array.from(this.#arguments.subarray(0, this.#ints[ARGUMENTS]));
      const start = (left - 1) * 4;
      args.push(...this.#ranges.subarray(start, start + (this.#ints[RANGE_WIDTH] ?? 0)));
      if (Atomics.compareExchange(this.#ints, TICKET, ticket, ticket - 1) !== ticket) continue;
      if (kernel === undefined) throw new EngineError("internal", "The job names no kernel.");
      return { kernel, args };
    }
  }

  /** A claimed range is done, well or not. */
  finish(isWell: boolean): void {
    if (!isWell) Atomics.store(this.#ints, FAILED, 1);
    Atomics.add(this.#ints, DONE, 1);
    Atomics.notify(this.#ints, DONE);
  }

  /** Helper only: returns when there may be something to take. */
  sleep(): void {
    const ticket = Atomics.load(this.#ints, TICKET);
    if ((ticket & 0xff) !== 0) return;
    for (let spin = 0; spin < spins; spin += 1)
      if (Atomics.load(this.#ints, TICKET) !== ticket) return;
    Atomics.wait(this.#ints, TICKET, ticket);
  }

  /**
   * Owner only: returns when all ranges are done.
   *
   * @throws EngineError `internal` when a range failed in another thread, or for `limitMs` none came to an end.
   */
  awaitDone(ranges: number, limitMs: number): void {
    let spin = 0;
    for (;;) {
      const done = Atomics.load(this.#ints, DONE);
      if (done >= ranges) break;
      spin += 1;
      if (spin < spins) continue;
      if (Atomics.wait(this.#ints, DONE, done, limitMs) === "timed-out")
        throw new EngineError(
          "internal",
          `A helper thread took part of a kernel and did not end it within ${limitMs} ms.`,
        );
    }
    if (Atomics.load(this.#ints, FAILED) !== 0)
      throw new EngineError("internal", "A kernel failed in a helper thread.");
  }
}
