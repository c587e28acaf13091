/** How a rotary embedding is stretched beyond the length it was trained for. */
export type RopeScaling =
  | { readonly kind: "linear"; readonly factor: number }
  | {
      readonly kind: "llama3";
      readonly factor: number;
      readonly lowFrequencyFactor: number;
      readonly highFrequencyFactor: number;
      readonly originalContextTokens: number;
    };

/** The shape of a dense decoder: what differs between Llama, Qwen2 and Qwen3, and nothing else. */
export interface ModelShape {
  readonly family: "llama" | "qwen2" | "qwen3";
  /** Rows of the embedding, padding included. */
  readonly vocabulary: number;
  /** d: width of the residual stream; a multiple of 4. */
  readonly width: number;
  readonly layers: number;
  readonly heads: number;
  /** Divides `heads`: several query heads share one key and value head. */
  readonly keyValueHeads: number;
  /** A multiple of 8; `heads × headSize` need not be `width`. */
  readonly headSize: number;
  /** Inner width of the feed-forward; a multiple of 4. */
  readonly feedForward: number;
  readonly contextTokens: number;
  readonly ropeTheta: number;
  readonly ropeScaling?: RopeScaling;
  readonly normEpsilon: number;
  /** Whether the head is the embedding. */
  readonly hasTiedHead: boolean;
  /** Bias on query, key and value projections (Qwen2). */
  readonly hasAttentionBias: boolean;
  /** RMSNorm over each head of query and key before rotation (Qwen3). */
  readonly hasHeadNorm: boolean;
}
