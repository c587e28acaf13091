import type { Kernels, RangeKernel } from "./kernels.ts";

/** Calls a kernel by its name with arguments and range. */
export function runRange(kernels: Kernels, kernel: RangeKernel, args: readonly number[]): void {
  const call: (...args: readonly number[]) => void = kernels[kernel];
  call(...args);
}
