import type { Datum } from "../datum.ts";

/** What a loss makes of one sequence. */
export interface LossTerm {
  /** Sum over the positions. */
  readonly loss: number;
  /** [N]: the derivative of the loss by each log-probability; what a formula puts under stop-gradient is a constant. */
  readonly gradient: Float32Array;
  /** Values of this sequence; see `combineMetrics`. */
  readonly metrics: Readonly<Record<string, number>>;
}

/** A loss: a pure function of a sequence and the log-probabilities of its targets, [N], under the weights of now. */
export type LossFunction = (datum: Datum, logprobs: Float32Array) => LossTerm;
