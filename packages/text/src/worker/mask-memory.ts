const headerWords = 1;
const states = ["pending", "ready", "failed", "ended"] as const;

/** Whether a mask can be used: `ended` means that only end tokens are allowed. */
export type MaskState = (typeof states)[number];

/**
 * The mask of one sequence in memory that two threads share: a bit for each token, set where it is allowed, and
 * before them one word that says for how many tokens they hold and how things stand, so that both are seen at once.
 * The worker writes the bits only while it has tokens to account for.
 */
export class MaskMemory {
  readonly shared: SharedArrayBuffer;
  /** [⌈vocabulary / 32⌉] */
  readonly words: Int32Array;
  /** Four times the number of tokens, and the number of the state. */
  readonly #status: Int32Array;

  constructor(memory: SharedArrayBuffer | { readonly vocabularySize: number }) {
    this.shared =
      memory instanceof SharedArrayBuffer
        ? memory
        : new SharedArrayBuffer(4 * (headerWords + Math.ceil(memory.vocabularySize / 32)));
    this.#status = new Int32Array(this.shared, 0, headerWords);
    this.words = new Int32Array(this.shared, 4 * headerWords);
  }

  /** How things stand after so many tokens: pending while the words are for fewer. A failure is for good. */
  stateAfter(tokens: number): MaskState {
    return stateOf(Atomics.load(this.#status, 0), tokens);
  }

  /** Says how things stand after so many tokens, and wakes who waits. */
  settle(state: MaskState, tokens: number): void {
    Atomics.store(this.#status, 0, 4 * tokens + states.indexOf(state));
    Atomics.notify(this.#status, 0);
  }

  /** Blocks the thread until the mask after so many tokens is there or has failed, or until the time is over. */
  wait(tokens: number, timeoutMs: number): void {
    const endMs = performance.now() + timeoutMs;
    for (;;) {
      const status = Atomics.load(this.#status, 0);
      const leftMs = endMs - performance.now();
      if (stateOf(status, tokens) !== "pending" || leftMs <= 0) return;
      Atomics.wait(this.#status, 0, status, leftMs);
    }
  }
}

function stateOf(status: number, tokens: number): MaskState {
  const state = states[status & 3] ?? "failed";
  return state === "failed" || status >> 2 === tokens ? state : "pending";
}
