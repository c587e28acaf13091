import { expect, it } from "vitest";
import { RowBudget } from "./row-budget.ts";

/** A budget of up to 256 rows after a step of 64 rows that took 5 ms each. */
function measured(): RowBudget {
  let nowMs = 0;
  const budget = new RowBudget(256, () => nowMs);
  budget.begin();
  nowMs += 64 * 5;
  budget.end(64);
  return budget;
}

it.each([
  [240, 48],
  [60, 16],
  [500, 100],
  [10_000, 256],
])("gives a step of %i ms as many rows as fit, within its bounds", (stepMs, rows) => {
  expect(measured().rows(stepMs)).toBe(rows);
});

it("begins with few rows while nobody knows what they take", () => {
  expect(new RowBudget(256, () => 0).rows(240)).toBe(64);
  expect(new RowBudget(8, () => 0).rows(240)).toBe(8);
});
