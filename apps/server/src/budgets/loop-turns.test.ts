import { describe, expect, it } from "vitest";
import { atOnce, inTurns, LoopTurn, type Work } from "./loop-turns.ts";

/** Work of a number of steps, each of which blocks the loop for `stepMs`. */
class Busy implements Work {
  #left: number;
  readonly #stepMs: number;
  readonly #onStep: () => void;

  constructor(steps: number, stepMs: number, onStep: () => void = () => undefined) {
    this.#left = steps;
    this.#stepMs = stepMs;
    this.#onStep = onStep;
  }

  advance(): boolean {
    const end = performance.now() + this.#stepMs;
    while (performance.now() < end);
    this.#onStep();
    this.#left -= 1;
    return this.#left === 0;
  }
}

/** Counts the rounds of the event loop until something is done. */
async function roundsUntil(done: Promise<unknown>): Promise<number> {
  let rounds = 0;
  let isDone = false;
  const count = (): void => {
    rounds += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await done;
  isDone = true;
  return rounds;
}

describe("long work", () => {
  it("lets other work go on in between", async () => {
    // 200 ms of work, in turns of 20.
    expect(await roundsUntil(inTurns(new Busy(100, 2)))).toBeGreaterThan(4);
  });

  it("takes one turn in each round, however many works there are", async () => {
    const works = Array.from({ length: 8 }, () => inTurns(new Busy(20, 5)));
    // Each begins at once and needs four more turns: one work alone would need four rounds.
    expect(await roundsUntil(Promise.all(works))).toBeGreaterThan(16);
  });

  it("goes on in the order in which the works wait", async () => {
    const steps: string[] = [];
    const note = (name: string): Busy => new Busy(3, 25, () => steps.push(name));
    await Promise.all([inTurns(note("a")), inTurns(note("b")), inTurns(note("c"))]);
    expect(steps.join("")).toBe("abcabcabc");
  });

  it("fails with the error that its step throws", async () => {
    const failing = (): Work => ({
      advance() {
        throw new RangeError("no");
      },
    });
    await expect(inTurns(failing())).rejects.toThrow(RangeError);
    expect(() => atOnce(failing())).toThrow(RangeError);
  });
});

it("short work is done before other work has a turn", async () => {
  let others = 0;
  setImmediate(() => (others += 1));
  await inTurns(new Busy(5, 0.01), new LoopTurn());
  expect(others).toBe(0);
});
