import { afterAll, describe, expect, test } from "vitest";
import { HelperThreads } from "../helper-threads.ts";
import { compileKernels, instantiateKernels } from "../kernel-module.ts";
import type { Kernels, Pointer } from "../kernels.ts";
import { EngineMemory } from "../memory.ts";
import { runRange } from "../run-range.ts";
import { scratchBytes } from "../scratch.ts";
import type { KernelCase } from "./kernel-case.ts";

/** Floats after each tensor that no kernel may touch. */
const guardFloats = 16;
const guard = 12_345.5;

/** One variant of the kernels over a memory of its own. */
class Bench {
  readonly memory = new EngineMemory();
  readonly kernels: Kernels;
  readonly helpers: HelperThreads | null;

  constructor(options: { forcePlain: boolean; helpers: number }) {
    const { module } = compileKernels(options);
    this.kernels = instantiateKernels(
      module,
      this.memory.shared,
      this.memory.allocate(scratchBytes),
    );
    this.helpers =
      options.helpers > 0 ? new HelperThreads(this.memory, module, options.helpers) : null;
  }

  /** All tensors after the call. */
  run(given: KernelCase, parts: number): Map<string, Float32Array | Int32Array> {
    const pointers = new Map<string, Pointer>();
    const at = (name: string): Pointer => {
      const pointer = pointers.get(name);
      if (pointer === undefined) throw new Error(`The case has no tensor ${name}.`);
      return pointer;
    };
    for (const [name, tensor] of Object.entries(given.tensors)) {
      const pointer = this.memory.allocate((tensor.length + guardFloats) * 4);
      pointers.set(name, pointer);
      if (tensor instanceof Int32Array) this.memory.ints(pointer, tensor.length).set(tensor);
      else this.memory.floats(pointer, tensor.length).set(tensor);
      this.memory.floats(pointer + tensor.length * 4, guardFloats).fill(guard);
    }
    given.prepare?.(this.memory, at);
    const args = given.args.map((arg) => (typeof arg === "string" ? at(arg) : arg));
    const ranges = given.ranges(parts);
    if (this.helpers !== null && ranges.length > 1)
      this.helpers.run(this.kernels, given.kernel, args, ranges);
    else for (const range of ranges) runRange(this.kernels, given.kernel, [...args, ...range]);

    const after = new Map<string, Float32Array | Int32Array>();
    for (const [name, tensor] of Object.entries(given.tensors)) {
      const pointer = at(name);
      const guarded = this.memory.floats(pointer + tensor.length * 4, guardFloats);
      if (guarded.some((value) => value !== guard))
        throw new Error(`${given.kernel} wrote past the end of ${name}.`);
      const view =
        tensor instanceof Int32Array
          ? this.memory.ints(pointer, tensor.length)
          : this.memory.floats(pointer, tensor.length);
      after.set(name, view.slice());
      this.memory.free(pointer);
    }
    return after;
  }
}

/** Every case against its float64 numbers with both variants, and against itself on three threads, bit for bit. */
export function checkCases(cases: readonly KernelCase[]): void {
  const relaxed = new Bench({ forcePlain: false, helpers: 0 });
  const plain = new Bench({ forcePlain: true, helpers: 0 });
  const threaded = new Bench({ forcePlain: false, helpers: 2 });
  afterAll(async () => {
    await threaded.helpers?.close();
  });
  describe.each(cases.map((given) => ({ title: `${given.kernel}: ${given.name}`, given })))(
    "$title",
    ({ given }) => {
      test("the plain kernel gives the numbers of float64", () => {
        expect(differences(given, plain.run(given, 1))).toStrictEqual([]);
      });
      test("the fused kernel gives the numbers of float64", () => {
        expect(differences(given, relaxed.run(given, 1))).toStrictEqual([]);
      });
      test("seven ranges on three threads give the bits of one range", () => {
        expect(bitsOf(threaded.run(given, 7))).toStrictEqual(bitsOf(relaxed.run(given, 1)));
      });
    },
  );
}

/** For each tensor that is not as it should be, the first number at fault. */
function differences(
  given: KernelCase,
  after: ReadonlyMap<string, Float32Array | Int32Array>,
): string[] {
  const found: string[] = [];
  for (const [name, tensor] of after) {
    if (given.scratch?.includes(name) === true) continue;
    const wanted = Array.from(given.wanted[name] ?? given.tensors[name] ?? []);
    const largest = wanted.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    const isChecked = given.wanted[name] !== undefined;
    const allowed = isChecked ? (given.tolerance ?? 1e-5) * Math.max(largest, 1e-3) : 0;
    const wrong = wanted.findIndex((value, index) => !isNear(tensor[index], value, allowed));
    if (wrong !== -1)
      found.push(`${name}[${wrong}] is ${tensor[wrong]} instead of ${wanted[wrong]} ± ${allowed}`);
  }
  return found;
}

function isNear(value = Number.NaN, wanted: number, allowed: number): boolean {
  return Object.is(value, wanted) || Math.abs(value - wanted) <= allowed;
}

/** Without the integers: tables of pages hold pointers, which differ from memory to memory. */
function bitsOf(after: ReadonlyMap<string, Float32Array | Int32Array>): Map<string, Uint32Array> {
  const bits = new Map<string, Uint32Array>();
  for (const [name, tensor] of after)
    if (tensor instanceof Float32Array)
      bits.set(name, new Uint32Array(tensor.buffer, tensor.byteOffset, tensor.length));
  return bits;
}
