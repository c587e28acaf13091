import { expect, test } from "vitest";
import { Compute } from "./compute.ts";
import { cut } from "./cut.ts";
import { attentionCases, pagedCases } from "./testing/attention-cases.ts";
import { checkCases } from "./testing/check-cases.ts";
import { randomTensor } from "./testing/random-tensor.ts";

checkCases([
  ...attentionCases({ lengths: [1], heads: 1, keyValueHeads: 1, headSize: 8 }),
  ...attentionCases({ lengths: [2, 5, 3], heads: 2, keyValueHeads: 2, headSize: 8 }),
  ...attentionCases({ lengths: [7, 1, 17], heads: 6, keyValueHeads: 2, headSize: 24 }),
  ...attentionCases({ lengths: [47, 48, 49], heads: 2, keyValueHeads: 1, headSize: 16 }),
  ...attentionCases({ lengths: [147, 4], heads: 3, keyValueHeads: 3, headSize: 32 }),
  ...pagedCases({ seen: [1], heads: 1, keyValueHeads: 1, headSize: 8, pageTokens: 16 }),
  ...pagedCases({ seen: [3, 16, 17], heads: 4, keyValueHeads: 2, headSize: 24, pageTokens: 16 }),
  ...pagedCases({ seen: [5, 33, 100], heads: 6, keyValueHeads: 3, headSize: 64, pageTokens: 4 }),
]);

test("a row of attention over pages has the same bits alone and in company", () => {
  const { memory, kernels } = new Compute();
  const [heads, headSize, pageTokens, positions] = [2, 16, 4, 11];
  const dimension = heads * headSize;
  const pages = [1, 2, 3].map((seed) => {
    const page = memory.allocate(2 * pageTokens * dimension * 4);
    memory
      .floats(page, 2 * pageTokens * dimension)
      .set(randomTensor(2 * pageTokens * dimension, seed));
    return page;
  });
  const table = memory.allocate(pages.length * 4);
  memory.ints(table, pages.length).set(pages);
  const run = (seen: readonly number[]): Float32Array[] => {
    const rows = memory.allocate(seen.length * 8);
    memory.ints(rows, seen.length * 2).set(seen.flatMap((count) => [table, count]));
    const q = memory.allocate(seen.length * dimension * 4);
    const o = memory.allocate(seen.length * dimension * 4);
    for (const [row, count] of seen.entries())
      memory.floats(q + row * dimension * 4, dimension).set(randomTensor(dimension, count));
    for (const [from, to] of cut(seen.length * heads, 1, 1))
      kernels.attentionDecode(heads, heads, headSize, q, pageTokens, 0, o, rows, from, to);
    return seen.map((_, row) => memory.floats(o + row * dimension * 4, dimension).slice());
  };
  const together = run([positions, 1, 8, 5]);
  expect(together).toStrictEqual([positions, 1, 8, 5].flatMap((count) => run([count])));
});
