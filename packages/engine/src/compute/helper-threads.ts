import type { Worker } from "node:worker_threads";
import { startThread } from "@heddle/text/threads";
import { JobBoard, jobBoardBytes } from "./job-board.ts";
import type { Kernels, Pointer, RangeKernel } from "./kernels.ts";
import type { EngineMemory } from "./memory.ts";
import { runRange } from "./run-range.ts";
import { scratchBytes } from "./scratch.ts";

/** What a helper thread is started with. */
export interface KernelThreadData {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly board: Pointer;
  readonly scratch: Pointer;
}

/** No range of a kernel takes as long; a helper that does has died in the middle. */
const limitMs = 60_000;

/**
 * Threads that take ranges of kernels off their owner's hands. They sleep between jobs, do not keep the process alive,
 * and end with the thread that started them. One that does not start, or dies, costs speed and nothing else.
 */
export class HelperThreads {
  readonly #memory: EngineMemory;
  readonly #board: JobBoard;
  readonly #pointers: Pointer[] = [];
  readonly #workers = new Set<Worker>();
  /** Of workers that get no more work. */
  readonly #endings: Promise<number>[] = [];

  constructor(memory: EngineMemory, module: WebAssembly.Module, count: number) {
    this.#memory = memory;
    const board = memory.allocate(jobBoardBytes);
    this.#pointers.push(board);
    this.#board = new JobBoard(memory.shared, board);
    for (let index = 0; index < count; index += 1) {
      const scratch = memory.allocate(scratchBytes);
      this.#pointers.push(scratch);
      this.#start({ module, memory: memory.shared, board, scratch });
    }
  }

  /** Helpers that are not known to be gone. */
  get count(): number {
    return this.#workers.size;
  }

  /**
   * Runs all ranges, the owner's thread taking part, and returns when all are done.
   *
   * @throws EngineError `internal` when a helper failed or vanished in the middle; later calls do without helpers.
   */
  run(
    kernels: Kernels,
    kernel: RangeKernel,
    args: readonly number[],
    ranges: readonly (readonly number[])[],
  ): void {
    if (this.#workers.size === 0) {
      // Not over the board: one that is being ended might still take a range, and never end it.
      for (const range of ranges) runRange(kernels, kernel, [...args, ...range]);
      return;
    }
    this.#board.publish(kernel, args, ranges);
    try {
      for (let range = this.#board.claim(); range !== null; range = this.#board.claim()) {
        let isWell = false;
        try {
          runRange(kernels, range.kernel, range.args);
          isWell = true;
        } finally {
          this.#board.finish(isWell);
        }
      }
      this.#board.awaitDone(ranges.length, limitMs);
    } catch (error) {
      // Some thread may still be in the failed job: none of them gets another.
      this.#endAll();
      throw error;
    }
  }

  /** Ends the threads and gives their memory back. */
  async close(): Promise<void> {
    this.#endAll();
    await Promise.all(this.#endings);
    for (const pointer of this.#pointers.splice(0)) this.#memory.free(pointer);
  }

  #start(data: KernelThreadData): void {
    const worker = startThread("./kernel-thread", import.meta.url, { workerData: data });
    this.#workers.add(worker);
    // A lost helper is no error of the owner's: whatever the helper leaves, the owner takes.
    const lost = (): void => void this.#workers.delete(worker);
    worker.on("error", lost);
    worker.on("exit", lost);
    worker.unref();
  }

  #endAll(): void {
    for (const worker of this.#workers) this.#endings.push(worker.terminate());
    this.#workers.clear();
  }
}
