import { spawnSync } from "node:child_process";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { cut } from "./cut.ts";
import { HelperThreads } from "./helper-threads.ts";
import { compileKernels, instantiateKernels } from "./kernel-module.ts";
import type { Kernels, Pointer } from "./kernels.ts";
import { EngineMemory } from "./memory.ts";
import { scratchBytes } from "./scratch.ts";

/** A memory that remembers where it put what, so that a test can look into a helper's scratch. */
class WatchedMemory extends EngineMemory {
  readonly pointers: Pointer[] = [];
  override allocate(byteCount: number): Pointer {
    const pointer = super.allocate(byteCount);
    if (byteCount === scratchBytes) this.pointers.push(pointer);
    return pointer;
  }
}

interface Bench {
  readonly memory: WatchedMemory;
  readonly kernels: Kernels;
  readonly module: WebAssembly.Module;
}

function newBench(): Bench {
  const memory = new WatchedMemory();
  const { module } = compileKernels();
  const kernels = instantiateKernels(module, memory.shared, memory.allocate(scratchBytes));
  return { memory, kernels, module };
}

/** c = a · b with ones, in eight ranges; true when every element is k. */
function multiplies({ memory, kernels }: Bench, helpers: HelperThreads): boolean {
  const n = 64;
  const [a, b, c] = [0, 1, 2].map(() => memory.allocate(n * n * 4));
  if (a === undefined || b === undefined || c === undefined) throw new Error("unreachable");
  memory.floats(a, n * n).fill(1);
  memory.floats(b, n * n).fill(1);
  const ranges = cut(n, 8, 8).map((rows) => [...rows, 0, n]);
  helpers.run(kernels, "matmul", [n, a, n, 0, b, n, 0, c, n, 0, 1], ranges);
  const isRight = memory.floats(c, n * n).every((value) => value === n);
  for (const pointer of [a, b, c]) memory.free(pointer);
  return isRight;
}

test("a helper takes part as soon as it has started, and gives its memory back", async () => {
  const bench = newBench();
  const before = bench.memory.bytes;
  const helpers = new HelperThreads(bench.memory, bench.module, 1);
  const scratch = bench.memory.pointers[1] ?? -1;
  // Packing leaves its traces in the scratch of the thread that packed.
  const isUntouched = (): boolean =>
    bench.memory.floats(scratch, scratchBytes / 4).every((value) => value === 0);
  while (isUntouched()) {
    expect(multiplies(bench, helpers)).toBe(true);
    await setImmediate();
    expect(helpers.count, "helpers that run").toBe(1);
  }
  await helpers.close();
  expect(bench.memory.bytes).toBe(before);
  expect(helpers.count).toBe(0);
});

test("a helper that cannot start costs nothing but its help", async () => {
  const bench = newBench();
  // A module that asks for an import it is not given: instantiation throws, and the thread ends.
  const wanting = Buffer.from("0061736d01000000010401600000020701016101620000", "hex");
  const helpers = new HelperThreads(
    bench.memory,
    new WebAssembly.Module(new Uint8Array(wanting)),
    2,
  );
  expect(multiplies(bench, helpers)).toBe(true);
  await expect.poll(() => helpers.count, { timeout: 120_000 }).toBe(0);
  expect(multiplies(bench, helpers)).toBe(true);
  await helpers.close();
});

test("a kernel that traps fails its call; later calls do without helpers", async () => {
  const bench = newBench();
  const helpers = new HelperThreads(bench.memory, bench.module, 1);
  const outside = 0xffff_0000;
  const ranges = cut(400_000, 8, 4);
  expect(() => helpers.run(bench.kernels, "fill", [outside, 1], ranges)).toThrow(/./);
  expect(helpers.count).toBe(0);
  expect(multiplies(bench, helpers)).toBe(true);
  await helpers.close();
});

test("helpers keep neither the process alive nor outlive the worker that owns them", () => {
  const program = fileURLToPath(new URL("./testing/helpers-left-open.ts", import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program], {
    encoding: "utf8",
    timeout: 120_000,
  });
  expect({ status, stdout, stderr }).toStrictEqual({
    status: 0,
    stdout: "helpers ended with their owner\n2 helpers left open\n",
    stderr: "",
  });
});
