import { describe, expect, it } from "vitest";
import { worthy } from "../testing/worthy-sequence.ts";
import { packRows, type RowLimits } from "./pack-rows.ts";
import { sharedPromptTokens } from "./shared-prompt.ts";
import { drawing, shuffled } from "./shuffled.ts";

/** `prompt` tokens of a group, and `own` tokens of which the last is trained. */
function sequence(
  group: number,
  prompt: number,
  own: number,
  id: number,
): ReturnType<typeof worthy> {
  return worthy([
    ...Array.from({ length: prompt }, () => group),
    ...Array.from({ length: own - 1 }, () => id),
    -id,
  ]);
}

/** A group of sequences with so many own tokens each. */
const group = (g: number, prompt: number, owns: readonly number[]): ReturnType<typeof worthy>[] =>
  owns.map((own, i) => sequence(g, prompt, own, 1000 * g + i + 1));

const limits = (known: Partial<RowLimits>): RowLimits => ({
  rowTokens: undefined,
  contextTokens: 4096,
  seed: 0,
  ...known,
});

describe("the prompt that a group shares", () => {
  const rows: readonly (readonly [string, number[][], number])[] = [
    [
      "one token less than what is common",
      [
        [1, 2, 3, 4, -5],
        [1, 2, 3, 9, -5],
      ],
      2,
    ],
    [
      "not beyond the first trained token",
      [
        [1, 2, -3, 4],
        [1, 2, -3, 5],
      ],
      1,
    ],
    [
      "of any of them",
      [
        [1, 2, 3, -4],
        [1, -2, 3, -4],
      ],
      0,
    ],
    ["of one sequence: all in front of its first trained token", [[1, 2, 3, -4]], 2],
    [
      "nothing in common",
      [
        [1, 2, -3],
        [2, 2, -3],
      ],
      0,
    ],
    ["nothing at all", [], 0],
    [
      "up to the end of the shorter",
      [
        [1, 2, 3],
        [1, 2, 3, 4, -5],
      ],
      2,
    ],
  ];
  it.each(rows)("%s", (_says, sequences, expected) => {
    expect(sharedPromptTokens(sequences.map((tokens) => worthy(tokens)))).toBe(expected);
  });
});

describe("rows", () => {
  // The shared prompt is one token less than the common one.
  const rows: readonly (readonly [
    string,
    readonly (readonly [number, readonly number[]])[],
    Partial<RowLimits>,
    readonly number[],
  ])[] = [
    ["one sequence is one row", [[10, [5]]], {}, [1]],
    [
      "all that fits shares a row",
      [
        [10, [5, 5]],
        [20, [5, 5]],
      ],
      {},
      [4],
    ],
    // 15 + (15 − 9) · 2 = 27, and a fourth would make 33.
    ["a shared prompt counts once a row", [[10, [5, 5, 5, 5]]], { rowTokens: 30 }, [1, 3]],
    ["exactly full", [[10, [5, 5, 5, 5]]], { rowTokens: 33 }, [4]],
    // In another row it counts again: 15 + 6, 15 + 6.
    ["in each row anew", [[10, [5, 5, 5, 5]]], { rowTokens: 26 }, [2, 2]],
    // 15 + 6 + 15 > 30, though two more of the first group would fit: groups go in order.
    [
      "a row that is left stays as it is",
      [
        [10, [5, 5]],
        [10, [5]],
      ],
      { rowTokens: 30 },
      [1, 2],
    ],
    ["rows of one", [[10, [5, 5]]], { rowTokens: 15 }, [1, 1]],
    ["longer than a row: left out", [[10, [5, 6]]], { rowTokens: 15 }, [1]],
    [
      "longer than the model: left out, however long rows are",
      [[10, [5, 6]]],
      { rowTokens: 100, contextTokens: 15 },
      [1],
    ],
    // The longest has 2049 tokens, so rows have 4096: 2049 + 2047, and 2.
    [
      "rows are as long as the longest needs, in steps",
      [
        [1, [2048]],
        [1, [2046]],
        [1, [1]],
      ],
      {},
      [1, 2],
    ],
    [
      "and no longer than the model's context",
      [
        [1, [2048]],
        [1, [2046]],
      ],
      { contextTokens: 3000 },
      [1, 1],
    ],
    [
      "an empty group",
      [
        [10, []],
        [10, [5]],
      ],
      {},
      [1],
    ],
    ["nothing", [], {}, []],
  ];
  it.each(rows)("%s", (_says, groups, known, expected) => {
    const made = packRows(
      groups.map(([prompt, owns], g) => group(g + 1, prompt, owns)),
      limits(known),
    );
    expect(made.rows.map((row) => row.length).toSorted((a, b) => a - b)).toEqual(expected);
    const all = groups.reduce((sum, [, owns]) => sum + owns.length, 0);
    expect(made.dropped).toBe(all - made.rows.flat().length);
  });

  it("keep every sequence once, and groups together", () => {
    const groups = Array.from({ length: 9 }, (_none, g) => group(g + 1, 4, [2, 3, 4, 5, 6]));
    const { rows } = packRows(groups, limits({ rowTokens: 60 }));
    expect(new Set(rows.flat()).size).toBe(45);
    for (const row of rows) {
      const order = row.map((one) => one.tokens[0]);
      expect(order).toEqual(order.toSorted((a, b) => a! - b!));
    }
  });

  it("are shuffled by the seed, and alike for the same one", () => {
    const groups = [group(1, 4, [1, 2, 3, 4, 5, 6, 7, 8])];
    const order = (seed: number): number[] =>
      packRows(groups, limits({ rowTokens: 12, seed }))
        .rows.flat()
        .map(({ tokens }) => tokens.length);
    expect(order(3)).toEqual(order(3));
    expect(order(3)).not.toEqual(order(4));
    expect(order(3).toSorted((a, b) => a - b)).toEqual([5, 6, 7, 8, 9, 10, 11, 12]);
  });
});

describe("what is drawn", () => {
  it("has every order about equally often", () => {
    const draw = drawing(1);
    const seen = new Map<string, number>();
    for (let i = 0; i < 6000; i += 1) {
      const order = shuffled(["a", "b", "c"], draw).join("");
      seen.set(order, (seen.get(order) ?? 0) + 1);
    }
    expect(seen.size).toBe(6);
    for (const times of seen.values()) expect(Math.abs(times - 1000)).toBeLessThan(150);
  });
});
