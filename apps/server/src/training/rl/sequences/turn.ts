/** What the model wrote in one turn of a conversation, and what it had read. */
export interface Turn {
  /** Tokens in front of the turn; null where they are more than the model can read. */
  readonly prompt: ArrayLike<number> | null;
  readonly completion: readonly number[];
  /** Of each token of the completion when it was sampled; NaN where that is not known. */
  readonly logprobs: readonly number[];
}

/** What a conversation has to train on. */
export interface TurnsOfHistory {
  readonly turns: readonly Turn[];
  /** Choices that are left out because they have no log probabilities. */
  readonly unrecorded: number;
}
