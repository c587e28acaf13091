import type { EngineMemory } from "../memory.ts";
import type { Pointer, RangeKernel } from "../kernels.ts";

/** One call of a kernel and what it should leave behind. */
export interface KernelCase {
  readonly name: string;
  readonly kernel: RangeKernel;
  /** What lies in memory before the call. */
  readonly tensors: Readonly<Record<string, Float32Array | Int32Array>>;
  /** Writes what depends on where tensors lie, such as tables of pointers. */
  readonly prepare?: (memory: EngineMemory, at: (tensor: string) => Pointer) => void;
  /** The arguments before the range; a tensor's name stands for its pointer. */
  readonly args: readonly (number | string)[];
  /** The whole range in at most so many parts. */
  readonly ranges: (parts: number) => readonly (readonly number[])[];
  /** Tensors whose content afterwards is nobody's business. */
  readonly scratch?: readonly string[];
  /** By tensor, computed in float64; tensors named neither here nor as scratch must stay as they were. */
  readonly wanted: Readonly<Record<string, ArrayLike<number>>>;
  /** Of the greatest wanted number; 1e-5 unless told. */
  readonly tolerance?: number;
}
