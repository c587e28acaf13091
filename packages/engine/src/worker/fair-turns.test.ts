import { expect, it } from "vitest";

import { FairTurns, type Lane, type Turn } from "./fair-turns.ts";

/** Lanes whose slices take their time on a clock of their own. */
function simulated(): {
  turns: FairTurns;
  lane: (name: string, sliceMs: number, until?: () => Turn) => Lane;
  usedMs: Map<string, number>;
} {
  let clockMs = 0;
  const usedMs = new Map<string, number>();
  return {
    turns: new FairTurns(() => clockMs),
    usedMs,
    lane: (name, sliceMs, turn = () => "worked") => ({
      run: () => {
        const outcome = turn();
        if (outcome !== "worked") return outcome;
        clockMs += sliceMs;
        usedMs.set(name, (usedMs.get(name) ?? 0) + sliceMs);
        return "worked";
      },
    }),
  };
}

it("shares time evenly however long the slices are", () => {
  const { turns, lane, usedMs } = simulated();
  turns.add(lane("decoding", 1));
  turns.add(lane("training", 40));
  for (let turn = 0; turn < 2000; turn += 1) turns.runOne();
  const difference = (usedMs.get("decoding") ?? 0) - (usedMs.get("training") ?? 0);
  expect(Math.abs(difference)).toBeLessThanOrEqual(40);
});

it("does not save up the time of who idles", () => {
  const { turns, lane, usedMs } = simulated();
  let isIdle = true;
  turns.add(lane("early", 1));
  turns.add(lane("late", 1, () => (isIdle ? "idle" : "worked")));
  for (let turn = 0; turn < 1000; turn += 1) turns.runOne();
  isIdle = false;
  for (let turn = 0; turn < 100; turn += 1) turns.runOne();
  expect(usedMs.get("late")).toBeLessThanOrEqual(51);
  expect(usedMs.get("late")).toBeGreaterThanOrEqual(49);
});

it("makes good what a blocked lane has missed", () => {
  const { turns, lane, usedMs } = simulated();
  let isBlocked = true;
  turns.add(lane("holder", 1));
  turns.add(lane("blocked", 1, () => (isBlocked ? "blocked" : "worked")));
  for (let turn = 0; turn < 10; turn += 1) turns.runOne();
  isBlocked = false;
  for (let turn = 0; turn < 10; turn += 1) turns.runOne();
  expect(usedMs.get("blocked")).toBe(10);
});

it("says when nobody has work", () => {
  const { turns, lane } = simulated();
  expect(turns.runOne()).toBe(false);
  turns.add(lane("idle", 1, () => "idle"));
  expect(turns.runOne()).toBe(false);
});
