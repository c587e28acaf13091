import { expect, it } from "vitest";
import { joinTurns } from "./join-turns.ts";
import type { Turn } from "./turn.ts";

const turn = (prompt: number[] | null, completion: number[], logprob = -1): Turn => ({
  prompt,
  completion,
  logprobs: completion.map(() => logprob),
});

/** Tokens of each sequence; those that are trained are negative. */
function shown(turns: readonly Turn[]): number[][] {
  return joinTurns(turns).sequences.map(({ tokens, mask }) =>
    [...tokens].map((token, at) => (mask[at] === 1 ? -token : token)),
  );
}

const rows: readonly (readonly [string, readonly Turn[], number[][]])[] = [
  ["no turns", [], []],
  ["one turn", [turn([1, 2], [3, 4])], [[1, 2, -3, -4]]],
  ["a turn that goes on", [turn([1, 2], [3]), turn([1, 2, 3, 7], [8])], [[1, 2, -3, 7, -8]]],
  ["a prompt that is exactly what is there", [turn([1], [2]), turn([1, 2], [3])], [[1, -2, -3]]],
  [
    "a prompt that says another thing where the model wrote",
    [turn([1, 2], [3]), turn([1, 2, 9, 7], [8])],
    [
      [1, 2, -3],
      [1, 2, 9, 7, -8],
    ],
  ],
  [
    "a prompt that ends before what the model wrote",
    [turn([1, 2], [3, 4]), turn([1, 2, 3], [8])],
    [
      [1, 2, -3, -4],
      [1, 2, 3, -8],
    ],
  ],
  [
    "a turn goes on from the last sequence, not from an earlier one",
    [turn([1], [2]), turn([5], [6]), turn([1, 2, 3], [4])],
    [
      [1, -2],
      [5, -6],
      [1, 2, 3, -4],
    ],
  ],
  [
    "a turn whose prompt is too long is left out",
    [turn([1], [2]), turn(null, [9]), turn([1, 2, 3], [4])],
    [[1, -2, 3, -4]],
  ],
];

it.each(rows)("%s", (_says, turns, expected) => {
  expect(shown(turns)).toEqual(expected);
});

it("log probabilities stand at what the model wrote, and nowhere else", () => {
  const { sequences, tooLong } = joinTurns([turn([1, 2], [3], -0.5), turn(null, [1])]);
  expect([...sequences[0]!.logprobs]).toEqual([Number.NaN, Number.NaN, -0.5]);
  expect(tooLong).toBe(1);
});
