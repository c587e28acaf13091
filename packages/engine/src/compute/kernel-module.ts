import { plainKernels } from "./generated/kernels-plain.ts";
import { relaxedKernels } from "./generated/kernels-relaxed.ts";
import type { Kernels } from "./kernels.ts";

/** A compiled module of kernels, and which of the two variants it is. */
export interface KernelModule {
  readonly module: WebAssembly.Module;
  /** Fused multiply-add (relaxed SIMD): about twice as fast, its results rounded once where the plain round twice. */
  readonly usesRelaxedSimd: boolean;
}

/** Compiles the kernels this runtime can run fastest, or the plain ones on demand. */
export function compileKernels(options: { readonly forcePlain?: boolean } = {}): KernelModule {
  const usesRelaxedSimd = options.forcePlain !== true && hasRelaxedSimd();
  const module = new WebAssembly.Module(bytesOf(usesRelaxedSimd ? relaxedKernels : plainKernels));
  return { module, usesRelaxedSimd };
}

/** An instance over a memory, with a scratch of `scratchBytes` at a pointer: one for each thread. */
export function instantiateKernels(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  scratch: number,
): Kernels {
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const kernels = exports as unknown as Kernels;
  kernels.setScratch(scratch);
  return kernels;
}

/** Node 20 has no relaxed SIMD, Node 22 and later have. */
function hasRelaxedSimd(): boolean {
  const smallestModule = [
    [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // "\0asm", version 1
    [0x01, 0x08, 0x01, 0x60, 0x03, 0x7b, 0x7b, 0x7b, 0x01, 0x7b], // (v128, v128, v128) → v128
    [0x03, 0x02, 0x01, 0x00], // one function of that type
    [0x0a, 0x0d, 0x01, 0x0b, 0x00, 0x20, 0x00, 0x20, 0x01, 0x20, 0x02], // its three arguments
    [0xfd, 0x85, 0x02, 0x0b], // f32x4.relaxed_madd, end
  ];
  return WebAssembly.validate(new Uint8Array(smallestModule.flat()));
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
