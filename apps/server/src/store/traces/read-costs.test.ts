import { expect, test } from "vitest";
import { ReadCosts } from "./read-costs.ts";

const sql = "SELECT 1";

test("the declared cost of a statement counts until the statement was measured", () => {
  const costs = new ReadCosts();
  expect(costs.of("a", sql, "short")).toBe("short");
  expect(costs.of("a", sql, "long")).toBe("long");
  costs.took("a", sql, 5, true);
  expect(costs.of("a", sql, "long")).toBe("short");
  costs.took("b", sql, 5_000, true);
  expect(costs.of("b", sql, "short")).toBe("long");
});

test("a measurement of one entity does not count for another", () => {
  const costs = new ReadCosts();
  costs.took("a", sql, 5, true);
  expect(costs.of("b", sql, "long")).toBe("long");
});

test("a statement that turns slow is long at once, and short again after quick runs", () => {
  const costs = new ReadCosts();
  costs.took("a", sql, 5, true);
  costs.took("a", sql, 3_000, true);
  expect(costs.of("a", sql, "short")).toBe("long");
  for (let run = 0; run < 20; run += 1) costs.took("a", sql, 5, true);
  expect(costs.of("a", sql, "long")).toBe("short");
});

test("between short and long, the declared cost counts", () => {
  const costs = new ReadCosts();
  costs.took("a", sql, 200, true);
  expect(costs.of("a", sql, "short")).toBe("short");
  expect(costs.of("a", sql, "long")).toBe("long");
});

test("for a statement that was aborted or failed, only a long time counts", () => {
  const costs = new ReadCosts();
  costs.took("a", sql, 5, false);
  expect(costs.of("a", sql, "long")).toBe("long");
  costs.took("b", sql, 9_000, false);
  expect(costs.of("b", sql, "short")).toBe("long");
});

test("takes statements of any length", () => {
  const costs = new ReadCosts();
  const long = "x".repeat(1e6);
  costs.took("a", long, 5, true);
  expect(costs.of("a", long, "long")).toBe("long");
});
