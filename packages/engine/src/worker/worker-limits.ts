/** How much an engine takes on before it says `busy`. */
export interface WorkerLimits {
  /** Sequences computed together. */
  readonly maxRunningSequences: number;
  /** Rows (tokens) of one decoding step. */
  readonly maxRowsPerStep: number;
  /** Tokens of one pass of training. */
  readonly maxTrainingTokens: number;
  /** Tokens of a sample that its consumer has not taken yet. */
  readonly maxUnreadTokens: number;
  /** Prompts kept for others to take over, for each base model. */
  readonly maxPrefixes: number;
}
