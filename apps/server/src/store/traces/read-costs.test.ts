import { expect, test } from "vitest";
import { ReadCosts } from "./read-costs.ts";

const sql = "SELECT 1";

test("a statement costs what was declared, until it was measured", () => {
  const costs = new ReadCosts();
  expect(costs.of("a", sql, "short")).toBe("short");
  expect(costs.of("a", sql, "long")).toBe("long");
  costs.took("a", sql, 5, true);
  expect(costs.of("a", sql, "long")).toBe("short");
  costs.took("b", sql, 5_000, true);
  expect(costs.of("b", sql, "short")).toBe("long");
});

test("what one entity measures says nothing of another's", () => {
  const costs = new ReadCosts();
  costs.took("a", sql, 5, true);
  expect(costs.of("b", sql, "long")).toBe("long");
});

test("one that turns long is long at once, and one slow moment passes", () => {
  const costs = new ReadCosts();
  costs.took("a", sql, 5, true);
  costs.took("a", sql, 3_000, true);
  expect(costs.of("a", sql, "short")).toBe("long");
  for (let run = 0; run < 20; run += 1) costs.took("a", sql, 5, true);
  expect(costs.of("a", sql, "long")).toBe("short");
});

test("in between, the declaration stands", () => {
  const costs = new ReadCosts();
  costs.took("a", sql, 200, true);
  expect(costs.of("a", sql, "short")).toBe("short");
  expect(costs.of("a", sql, "long")).toBe("long");
});

test("of one that was left or has failed only a long time counts", () => {
  const costs = new ReadCosts();
  costs.took("a", sql, 5, false);
  expect(costs.of("a", sql, "long")).toBe("long");
  costs.took("b", sql, 9_000, false);
  expect(costs.of("b", sql, "short")).toBe("long");
});

test("no text is too long to be asked for", () => {
  const costs = new ReadCosts();
  const long = "x".repeat(1e6);
  costs.took("a", long, 5, true);
  expect(costs.of("a", long, "long")).toBe("long");
});
