/** How far learning had come, all work up to there counted, looking included. */
export interface Point {
  readonly step: number;
  readonly value: number;
  readonly seconds: number;
}

/** Learning until a goal was reached, or until it was given up. */
export interface Curve {
  /** The value to reach. */
  readonly goal: number;
  readonly points: readonly Point[];
}
