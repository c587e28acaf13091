const stateAt = 0;
const acceptedAt = 1;
const headerWords = 2;
const states = ["pending", "ready", "failed", "ended"] as const;

/** Whether a mask can be used: `ended` means that only end tokens are allowed. */
export type MaskState = (typeof states)[number];

/**
 * The mask of one sequence in memory that two threads share: state, number of accepted tokens, and a bit for each
 * token, set where it is allowed. The worker writes the bits while the state is pending, and never afterwards.
 */
export class MaskMemory {
  readonly shared: SharedArrayBuffer;
  /** [⌈vocabulary / 32⌉] */
  readonly words: Int32Array;
  readonly #header: Int32Array;

  constructor(memory: SharedArrayBuffer | { readonly vocabularySize: number }) {
    this.shared =
      memory instanceof SharedArrayBuffer
        ? memory
        : new SharedArrayBuffer(4 * (headerWords + Math.ceil(memory.vocabularySize / 32)));
    this.#header = new Int32Array(this.shared, 0, headerWords);
    this.words = new Int32Array(this.shared, 4 * headerWords);
  }

  get state(): MaskState {
    return states[Atomics.load(this.#header, stateAt)] ?? "failed";
  }

  /** Tokens that the words take account of. */
  get accepted(): number {
    return Atomics.load(this.#header, acceptedAt);
  }

  /** Says how things stand after `accepted` tokens, and wakes who waits. */
  settle(state: MaskState, accepted: number): void {
    Atomics.store(this.#header, acceptedAt, accepted);
    Atomics.store(this.#header, stateAt, states.indexOf(state));
    if (state !== "pending") Atomics.notify(this.#header, stateAt);
  }

  /** Blocks the thread until the state is no longer pending, or until the time is over. */
  wait(timeoutMs: number): void {
    Atomics.wait(this.#header, stateAt, states.indexOf("pending"), timeoutMs);
  }
}
