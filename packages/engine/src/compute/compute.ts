import { EngineError } from "../errors.ts";
import { cut } from "./cut.ts";
import { HelperThreads } from "./helper-threads.ts";
import { maxRanges } from "./job-board.ts";
import { compileKernels, instantiateKernels } from "./kernel-module.ts";
import type { Kernels, Pointer, RangeKernel } from "./kernels.ts";
import { EngineMemory } from "./memory.ts";
import { runRange } from "./run-range.ts";
import { scratchBytes } from "./scratch.ts";

/** How a Compute is set up. */
export interface ComputeOptions {
  /** Threads in all, this one included; 1 by default. */
  readonly threads?: number;
  /** What the memory may grow to; 4 GiB by default. */
  readonly maxBytes?: number;
  /** Plain SIMD even where the fused variant would run. */
  readonly forcePlain?: boolean;
  /** A memory to work in, instead of one of its own. */
  readonly memory?: EngineMemory;
}

/** c [m, n] (+)= alpha · op(a) [m, k] · op(b) [k, n]; a leading dimension is the distance of two rows in floats. */
export interface Matmul {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly a: Pointer;
  readonly lda: number;
  readonly transposeA?: boolean;
  readonly b: Pointer;
  readonly ldb: number;
  readonly transposeB?: boolean;
  readonly c: Pointer;
  readonly ldc: number;
  readonly accumulate?: boolean;
  readonly alpha?: number;
}

/** c [m, n] (+)= alpha · x [m, k] · w [n, k]ᵀ. */
export interface MatmulRows {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly x: Pointer;
  readonly ldx: number;
  readonly w: Pointer;
  readonly ldw: number;
  readonly c: Pointer;
  readonly ldc: number;
  readonly accumulate?: boolean;
  readonly alpha?: number;
}

/** Multiplications below which waking another thread costs more than it saves. */
const smallestProduct = 100_000;
/** Up to as many rows the row-wise product is the faster one. */
const fewRows = 16;
const smallestRowsWork = 8_192;
const smallestElements = 16_384;
/** More ranges than threads, so that uneven ones even out. */
const rangesPerThread = 3;

/**
 * The kernels over one memory, cut into ranges for several threads where that pays. Everything is synchronous and
 * belongs to the thread that made it. Ranges never cut through a sum, so results do not depend on `threads`.
 */
export class Compute {
  /** This thread's kernels, for calls too small to cut. */
  readonly kernels: Kernels;
  readonly memory: EngineMemory;
  readonly threads: number;
  readonly usesRelaxedSimd: boolean;
  readonly #scratch: Pointer;
  readonly #helpers: HelperThreads | null;

  /** @throws EngineError `invalid` for a count of threads that cannot be, `busy` without memory. */
  constructor(options: ComputeOptions = {}) {
    const { threads = 1, maxBytes, forcePlain = false } = options;
    if (!(Number.isInteger(threads) && threads >= 1 && threads <= 64))
      throw new EngineError("invalid", `threads is ${threads}: give a whole number from 1 to 64.`, {
        parameter: "threads",
      });
    const { module, usesRelaxedSimd } = compileKernels({ forcePlain });
    this.memory = options.memory ?? new EngineMemory(maxBytes === undefined ? {} : { maxBytes });
    this.threads = threads;
    this.usesRelaxedSimd = usesRelaxedSimd;
    this.#scratch = this.memory.allocate(scratchBytes);
    this.kernels = instantiateKernels(module, this.memory.shared, this.#scratch);
    this.#helpers = threads > 1 ? new HelperThreads(this.memory, module, threads - 1) : null;
  }

  /** The blocked product, for training. A few rows with transposed b go by rows instead, which is faster then. */
  matmul(s: Matmul): void {
    const { m, n, k, alpha = 1 } = s;
    if (m <= 0 || n <= 0) return;
    const transposeA = s.transposeA === true;
    const transposeB = s.transposeB === true;
    if (m <= fewRows && !transposeA && transposeB) {
      const { c, ldc, accumulate = false } = s;
      this.matmulRows({
        m,
        n,
        k,
        x: s.a,
        ldx: s.lda,
        w: s.b,
        ldw: s.ldb,
        c,
        ldc,
        accumulate,
        alpha,
      });
      return;
    }
    const accumulate = Number(s.accumulate === true);
    const a = Number(transposeA);
    const b = Number(transposeB);
    const parts = m * n * k < smallestProduct ? 1 : this.#available();
    if (parts === 1) {
      const { kernels } = this;
      kernels.matmul(k, s.a, s.lda, a, s.b, s.ldb, b, s.c, s.ldc, accumulate, alpha, 0, m, 0, n);
      return;
    }
    const args = [k, s.a, s.lda, a, s.b, s.ldb, b, s.c, s.ldc, accumulate, alpha];
    const ranges =
      m >= 2 * n
        ? cut(m, parts, 6).map((rows) => [...rows, 0, n])
        : cut(n, parts, 8).map((columns) => [0, m, ...columns]);
    this.#run("matmul", args, ranges);
  }

  /** The row-wise product, for serving: the bits of a row of c depend on that row of x and on w alone. */
  matmulRows(s: MatmulRows): void {
    const { m, n, k, alpha = 1 } = s;
    if (m <= 0 || n <= 0) return;
    const accumulate = Number(s.accumulate === true);
    const parts = m * n * k < smallestProduct ? 1 : this.#available();
    if (parts === 1) {
      this.kernels.matmulRows(m, k, s.x, s.ldx, s.w, s.ldw, s.c, s.ldc, accumulate, alpha, 0, n);
      return;
    }
    const args = [m, k, s.x, s.ldx, s.w, s.ldw, s.c, s.ldc, accumulate, alpha];
    this.#run("matmulRows", args, cut(n, parts, 8));
  }

  /** A kernel whose range is rows or other items, `workPerRow` its operations for one of them. */
  rows(kernel: RangeKernel, args: readonly number[], count: number, workPerRow: number): void {
    if (count <= 0) return;
    const most = Math.floor((count * workPerRow) / smallestRowsWork);
    this.#run(kernel, args, cut(count, Math.min(this.#parts(), most), 1));
  }

  /** A kernel whose range is elements or columns. */
  elements(kernel: RangeKernel, args: readonly number[], count: number): void {
    if (count <= 0) return;
    const most = Math.floor(count / smallestElements);
    this.#run(kernel, args, cut(count, Math.min(this.#available(), most), 4));
  }

  /** Ends helper threads and gives this object's scratch back; a memory that was given stays usable. */
  async close(): Promise<void> {
    await this.#helpers?.close();
    this.memory.free(this.#scratch);
  }

  #available(): number {
    return 1 + (this.#helpers?.count ?? 0);
  }

  #parts(): number {
    const threads = this.#available();
    return threads === 1 ? 1 : Math.min(maxRanges, threads * rangesPerThread);
  }

  #run(kernel: RangeKernel, args: readonly number[], ranges: readonly (readonly number[])[]): void {
    if (ranges.length > 1 && this.#helpers !== null)
      this.#helpers.run(this.kernels, kernel, args, ranges);
    else for (const range of ranges) runRange(this.kernels, kernel, [...args, ...range]);
  }
}
