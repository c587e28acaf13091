/**
 * `node packages/engine/bench/kernels.ts [--prototype=FOLDER] [--quick]`: how fast the matrix products are on one thread,
 * in turns with those of another engine in a folder and with @jax-js/jax. Prints JSON; `npm run bench -- engine-kernels` makes
 * a table of it.
 */
import { parseArgs } from "node:util";
import * as jax from "@jax-js/jax";
import { Compute } from "../src/compute/compute.ts";
import type { Pointer } from "../src/compute/kernels.ts";
import { contest } from "./contest.ts";
import type { Contestant, Score } from "./contest.ts";
import { openOtherEngine } from "./other-engine.ts";

/** One product and its scores by contestant: heddle first, then the other engine and jax where they take part. */
export interface ProductTimes {
  readonly kernel: "matmul" | "matmulRows";
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly scores: Readonly<Record<string, Score>>;
}

const { values: flags } = parseArgs({
  options: { prototype: { type: "string" }, quick: { type: "boolean", default: false } },
});
const turns = flags.quick ? 3 : 41;
const other =
  flags.prototype === undefined ? null : (await openOtherEngine(flags.prototype)).runtime(1);
const compute = new Compute();
await jax.init("wasm");
jax.defaultDevice("wasm");

const products: ProductTimes[] = [];
for (const size of flags.quick ? [128, 256] : [128, 256, 512, 768, 1024])
  products.push(await blocked(size));
// Width and feed-forward of a small model and of one with 135 million parameters.
for (const [n, k] of [
  [128, 128],
  [384, 128],
  [576, 576],
  [1536, 576],
] as const)
  for (const m of flags.quick ? [1, 64] : [1, 2, 8, 16, 64, 192])
    products.push(await byRows(m, n, k));
console.log(JSON.stringify(products));

/** The same random floats for Heddle, and for the other engine where there is one. */
function tensor(count: number): {
  ours: Pointer;
  theirs: number;
  values: Float32Array<ArrayBuffer>;
} {
  const values = Float32Array.from({ length: count }, () => Math.random() - 0.5);
  const ours = compute.memory.allocate(count * 4);
  compute.memory.floats(ours, count).set(values);
  // The other engine reads a little past the end.
  const theirs = other?.alloc(count + 16) ?? 0;
  other?.f32(theirs, count).set(values);
  return { ours, theirs, values };
}

/** c = a · bᵀ with square matrices, as in a forward pass of training. */
async function blocked(size: number): Promise<ProductTimes> {
  const [a, b, c] = [tensor(size * size), tensor(size * size), tensor(size * size)];
  const shape = { m: size, n: size, k: size, lda: size, ldb: size, ldc: size, transposeB: true };
  const contestants: Contestant[] = [
    {
      name: "heddle",
      run: () => compute.matmul({ ...shape, a: a.ours, b: b.ours, c: c.ours }),
    },
  ];
  if (other !== null)
    contestants.push({
      name: "other",
      run: () => other.gemm(size, size, size, a.theirs, size, 0, b.theirs, size, 1, c.theirs, size),
    });
  const left = jax.numpy.array(a.values).reshape([size, size]);
  const right = jax.numpy.array(b.values).reshape([size, size]);
  contestants.push({
    name: "jax",
    run: async () => {
      const product = jax.numpy.matmul(left.ref, jax.numpy.transpose(right.ref));
      await product.blockUntilReady();
      product.dispose();
    },
  });
  const scores = await contest(contestants, { turns });
  left.dispose();
  right.dispose();
  for (const { ours } of [a, b, c]) compute.memory.free(ours);
  return { kernel: "matmul", m: size, n: size, k: size, scores };
}

/** c = x · wᵀ by rows; the other engine does so up to 16 rows, and beyond in blocks that change the bits. */
async function byRows(m: number, n: number, k: number): Promise<ProductTimes> {
  const [x, w, c] = [tensor(m * k), tensor(n * k), tensor(m * n)];
  const contestants: Contestant[] = [
    {
      name: "heddle",
      run: () =>
        compute.matmulRows({ m, n, k, x: x.ours, ldx: k, w: w.ours, ldw: k, c: c.ours, ldc: n }),
    },
  ];
  if (other !== null)
    contestants.push({
      name: "other",
      run: () => other.gemm(m, n, k, x.theirs, k, 0, w.theirs, k, 1, c.theirs, n),
    });
  const scores = await contest(contestants, { turns });
  for (const { ours } of [x, w, c]) compute.memory.free(ours);
  return { kernel: "matmulRows", m, n, k, scores };
}
