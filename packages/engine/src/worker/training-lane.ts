import type { Arena } from "../compute/arena.ts";
import type { Counters } from "./counters.ts";
import { FairTurns, type Lane, type Turn } from "./fair-turns.ts";
import type { ModelQueue } from "./model-queue.ts";

/**
 * Training of all open models. A pass holds the training arena from its first layer to its last, so models take turns
 * between passes and between operations; within one, only decoding comes in between.
 */
export class TrainingLane implements Lane {
  readonly #arena: Arena;
  readonly #counters: Counters;
  readonly #turns: FairTurns;
  readonly #lanes = new Map<ModelQueue, Lane>();
  /** Whose pass holds the arena. */
  #holder: ModelQueue | null = null;

  constructor(arena: Arena, counters: Counters, now: () => number) {
    this.#arena = arena;
    this.#counters = counters;
    this.#turns = new FairTurns(now);
  }

  add(queue: ModelQueue): void {
    const lane: Lane = {
      run: () => {
        if (!queue.hasWork) return "idle";
        if (this.#holder !== null && this.#holder !== queue) return "blocked";
        this.#holder = queue.runSlice(this.#arena) === "layer" ? queue : null;
        this.#counters.add("trainingSlices");
        return "worked";
      },
    };
    this.#lanes.set(queue, lane);
    this.#turns.add(lane);
  }

  remove(queue: ModelQueue): void {
    this.release(queue);
    const lane = this.#lanes.get(queue);
    if (lane !== undefined) this.#turns.remove(lane);
    this.#lanes.delete(queue);
  }

  /** The queue's running operation was given up: its pass no longer holds the arena. */
  release(queue: ModelQueue): void {
    if (this.#holder === queue) this.#holder = null;
  }

  run(): Turn {
    return this.#turns.runOne() ? "worked" : "idle";
  }
}
