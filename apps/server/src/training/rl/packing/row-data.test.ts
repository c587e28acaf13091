import { expect, it } from "vitest";
import { worthy } from "../testing/worthy-sequence.ts";
import { rowData } from "./row-data.ts";

const numbers = (values: Float32Array | undefined): number[] =>
  [...(values ?? [])].map((value) => Math.round(value * 1e5) / 1e5 + 0);

// A: one trained token, weight 1; B: two, weight 1/2; C: one, weight 1. Four tokens, so the mean weight is 3/4, and
// weights become 4/3, 2/3, 4/3. |A|·w has the mean (2·4/3 + 2·1·2/3 + 1·4/3)/4 = 4/3.
const a = worthy([1, 2, -3], { advantage: 2, weight: 1 });
const b = worthy([1, -2, 4, -3], { advantage: -1, weight: 0.5 });
const c = worthy([5, -6], { advantage: -1, weight: 1 });

it("weights and advantages have one scale for the job, and a row the mean of its tokens", () => {
  const [[dataA, dataB] = [], [dataC] = []] = rowData([[a, b], [c]], 0);
  // Three trained tokens in the first row, one in the second.
  expect(numbers(dataA?.weights)).toEqual([0, 0.44444]);
  expect(numbers(dataB?.weights)).toEqual([0.22222, 0, 0.22222]);
  expect(numbers(dataC?.weights)).toEqual([1.33333]);
  expect(numbers(dataA?.advantages)).toEqual([0, 1.5]);
  expect(numbers(dataB?.advantages)).toEqual([-0.75, 0, -0.75]);
  expect(numbers(dataC?.advantages)).toEqual([-0.75]);
});

it("position t predicts the token behind it", () => {
  const [[datum] = []] = rowData([[b]], 0);
  expect([...datum!.inputTokens]).toEqual([1, 2, 4]);
  expect([...datum!.targetTokens]).toEqual([2, 4, 3]);
  expect([...datum!.behaviourLogprobs!]).toEqual([-0.5, 0, -0.5]);
});

it("a token whose log probability is not known says so, and a prompt says nothing", () => {
  const unknown = { ...b, logprobs: new Float32Array(4).fill(Number.NaN) };
  const [[datum] = []] = rowData([[unknown]], 0);
  expect([...datum!.behaviourLogprobs!]).toEqual([Number.NaN, 0, Number.NaN]);
});

// With balance 0.5, A of B and C is −0.5: (2·4/3 + 2·0.5·2/3 + 0.5·4/3)/4 = 1. With −0.5, A of A is 1: the mean is 1.
const balances: readonly (readonly [number, number, number])[] = [
  [0, 1.5, -0.75],
  [0.5, 2, -0.5],
  [-0.5, 1, -1],
  // Only A is left: 2·4/3/4 = 2/3. Only B and C: (2·2/3 + 4/3)/4 = 2/3.
  [1, 3, 0],
  [-1, 0, -1.5],
];
it.each(balances)("a balance of %d", (balance, good, bad) => {
  const [[dataA, dataB] = []] = rowData([[a, b, c]], balance);
  expect(numbers(dataA?.advantages)).toEqual([0, good]);
  expect(numbers(dataB?.advantages)).toEqual([bad, 0, bad]);
  // What is balanced away is still there for what else pushes it.
  expect(numbers(dataB?.weights)).toEqual([0.16667, 0, 0.16667]);
});

it("the scale of rewards cancels", () => {
  const times = (factor: number): ReturnType<typeof worthy>[] =>
    [a, b, c].map((one) => ({ ...one, advantage: one.advantage * factor }));
  const [[small] = []] = rowData([times(1)], 0);
  const [[large] = []] = rowData([times(1000)], 0);
  expect(numbers(large?.advantages)).toEqual(numbers(small?.advantages));
});

it.each([
  ["no rows", [], 0],
  ["all that is left counts nothing", [[b], [c]], 1],
] as const)("%s: nothing to learn", (_says, rows, balance) => {
  expect(rowData(rows, balance)).toEqual([]);
});
