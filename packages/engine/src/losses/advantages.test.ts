import { describe, expect, it } from "vitest";
import type { AdvantageOptions } from "./advantages.ts";
import { advantagesOf } from "./advantages.ts";

const group = (...rewards: number[]): { reward: number; trainableTokens: number }[] =>
  rewards.map((reward) => ({ reward, trainableTokens: 4 }));

/** Advantages of the groups; null where a trajectory is dropped. */
function advantages(
  groups: ReturnType<typeof group>[],
  options?: AdvantageOptions,
): (number | null)[][] {
  return advantagesOf(groups, options).map((made) => made.map((one) => one?.advantage ?? null));
}

const rounded = (seen: (number | null)[][]): (number | null)[][] =>
  seen.map((one) =>
    one.map((value) => (value === null ? null : Math.round(value * 1e4) / 1e4 + 0)),
  );

describe("advantages of groups", () => {
  // Rewards 0, 1, 2, 5: mean 2, differences -2 -1 0 3, deviation √3.5; |A| has mean 2/√3.5 over the three kept.
  const rows: readonly (readonly [string, number[][], AdvantageOptions, (number | null)[][]])[] = [
    ["the mean of the group is the baseline", [[0, 1, 2, 5]], {}, [[-1, -0.5, null, 1.5]]],
    [
      "scaled: groups of other spread weigh the same",
      [
        [0, 2],
        [0, 20],
      ],
      {},
      [
        [-1, 1],
        [-1, 1],
      ],
    ],
    [
      "not scaled: the group of the larger spread weighs more",
      [
        [0, 2],
        [0, 6],
      ],
      { scaleRewards: false },
      [
        [-0.5, 0.5],
        [-1.5, 1.5],
      ],
    ],
    ["balance 1 leaves what is good", [[0, 1, 2, 5]], { advantageBalance: 1 }, [[0, 0, null, 3]]],
    [
      "balance -1 leaves what is bad",
      [[0, 1, 2, 5]],
      { advantageBalance: -1 },
      [[-2, -1, null, 0]],
    ],
    ["balance 0.5 halves what is bad", [[0, 2]], { advantageBalance: 0.5 }, [[-0.6667, 1.3333]]],
    ["a group of one is dropped", [[7], [0, 2]], {}, [[null], [-1, 1]]],
    [
      "a group of equal rewards is dropped, rounding or not",
      [
        [0.1, 0.1, 0.1],
        [0, 2],
      ],
      {},
      [
        [null, null, null],
        [-1, 1],
      ],
    ],
    ["nothing to learn anywhere", [[1], [3, 3]], {}, [[null], [null, null]]],
    ["no groups", [], {}, []],
  ];
  it.each(rows)("%s", (_says, rewards, options, expected) => {
    expect(
      rounded(
        advantages(
          rewards.map((one) => group(...one)),
          options,
        ),
      ),
    ).toEqual(expected);
  });

  it("every trajectory kept has the same share, however long", () => {
    const [made] = advantagesOf([
      [
        { reward: 0, trainableTokens: 10 },
        { reward: 1, trainableTokens: 5 },
        { reward: 3, trainableTokens: 2 },
        { reward: 4, trainableTokens: 1 },
      ],
    ]);
    expect(made?.map((one) => one?.tokenWeight)).toEqual([1 / 40, 1 / 20, 1 / 8, 1 / 4]);
  });

  it("the shares leave out what was dropped", () => {
    const made = advantagesOf([group(0, 1, 2), group(5)]);
    expect(made.flat().map((one) => one?.tokenWeight ?? null)).toEqual([1 / 8, null, 1 / 8, null]);
  });

  it.each([
    ["reward", [{ reward: Number.NaN, trainableTokens: 1 }], {}],
    ["trainableTokens", [{ reward: 1, trainableTokens: 0 }], {}],
    ["advantageBalance", group(0, 1), { advantageBalance: 1.5 }],
    ["advantageBalance", group(0, 1), { advantageBalance: Number.NaN }],
  ])("refuses a wrong %s by name", (parameter, made, options) => {
    expect(() => advantagesOf([made], options)).toThrow(
      expect.objectContaining({ kind: "invalid", parameter }),
    );
  });
});
