import { expect, test } from "vitest";
import { Account } from "./account.ts";
import { BudgetFull, OverAllowance } from "./budget-full.ts";
import { currentRequest, inAccount } from "./current-request.ts";
import { Shares } from "./shares.ts";

const mib = 2 ** 20;
const budgets = () => ({
  bodies: new Shares(8 * mib),
  trajectories: new Shares(8 * mib),
  answers: new Shares(8 * mib),
});
const key = { name: "key:1", entity: "acme", words: "this key" };

test("requests of one key share one budget, and give their memory back when they end", () => {
  const memory = budgets();
  const one = new Account(key, memory);
  const other = new Account(key, memory);
  one.hold(4 * mib);
  other.hold(2 * mib);
  expect(() => other.hold(mib)).toThrow(
    /^Requests of this key hold their share of the 8 MiB of memory that the server has for answers/,
  );
  expect(() => other.hold(mib)).toThrow(expect.objectContaining({ full: "owner" }));
  new Account({ ...key, name: "key:2" }, memory).hold(mib);
  one.close();
  other.hold(mib);
  expect(memory.answers.used).toBe(4 * mib);
});

test("bodies, those with trajectories, and answers have separate budgets", () => {
  const memory = budgets();
  const account = new Account(key, memory);
  account.holdBody(8 * mib);
  account.holdBody(8 * mib, "trajectories");
  account.hold(8 * mib);
  expect(() => new Account({ ...key, name: "key:2" }, memory).holdBody(1)).toThrow(
    /^Requests hold all of the 8 MiB of memory that the server has for bodies/,
  );
  expect(() => account.holdBody(1, "trajectories")).toThrow(/that the server has for trajectories/);
  expect(() => account.hold(1)).toThrow(BudgetFull);
  account.close();
  expect([memory.bodies.used, memory.trajectories.used, memory.answers.used]).toEqual([0, 0, 0]);
});

test("an owner's limit for one body is less than the budget", () => {
  const account = new Account({ ...key, words: "nobody", maxBodyBytes: 100 }, budgets());
  account.holdBody(60);
  expect(() => account.holdBody(41)).toThrow(OverAllowance);
  account.holdBody(40);
});

test("a request that has ended holds nothing more", () => {
  const memory = budgets();
  const account = new Account(key, memory);
  account.close();
  account.hold(100);
  expect(memory.answers.used).toBe(0);
});

test("work that a request starts is done in its account", async () => {
  const account = new Account(key, budgets());
  const seen = await inAccount(account, async () => {
    await Promise.resolve();
    return currentRequest()?.entity;
  });
  expect(seen).toBe("acme");
  expect(currentRequest()).toBeUndefined();
});
