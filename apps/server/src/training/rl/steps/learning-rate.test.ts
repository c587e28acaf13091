import { expect, it } from "vitest";
import { rateByRewardDeviation } from "./learning-rate.ts";

const rows: readonly (readonly [string, readonly (readonly [number, number])[], number])[] = [
  ["nothing known", [], 1],
  ["one step is no line", [[3, 0.2]], 1],
  [
    "one step twice is none either",
    [
      [3, 0.2],
      [3, 0.4],
    ],
    1,
  ],
  // 0.5 − 0.1·step: at step 3, 0.2 of 0.5.
  [
    "a line that falls",
    [
      [0, 0.5],
      [1, 0.4],
      [2, 0.3],
      [3, 0.2],
    ],
    0.4,
  ],
  [
    "the last step counts, in whatever order",
    [
      [3, 0.2],
      [0, 0.5],
    ],
    0.4,
  ],
  [
    "a line that rises",
    [
      [0, 0.2],
      [2, 0.3],
    ],
    1.5,
  ],
  // Mean step 2, mean 0.3, slope −0.05: 0.4 at step 0 and 0.2 at step 4.
  [
    "points beside the line",
    [
      [1, 0.35],
      [2, 0.3],
      [2, 0.3],
      [3, 0.25],
      [4, 0.2],
      [0, 0.4],
    ],
    0.5,
  ],
  [
    "a line that begins below 0",
    [
      [5, 0.1],
      [6, 0.5],
    ],
    1,
  ],
  [
    "a line that falls below 0 stops there",
    [
      [0, 1],
      [1, 0.1],
      [2, 0],
      [3, 0],
      [4, 0],
    ],
    0,
  ],
  [
    "what is no number does not count",
    [
      [0, 0.5],
      [1, Number.NaN],
      [3, 0.2],
    ],
    0.4,
  ],
];

it.each(rows)("%s", (_says, known, expected) => {
  const deviations = known.map(([step, value]) => ({ step, value }));
  expect(rateByRewardDeviation(deviations)).toBeCloseTo(expected, 10);
});
