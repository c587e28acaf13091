import type { Datum } from "../datum.ts";
import { EngineError } from "../errors.ts";

/** What is known of a completion beside its tokens. */
export interface CompletionTerms {
  /** The weight of each of its tokens; default 1. */
  readonly weight?: number;
  /** The advantage of each of its tokens; left out where the loss has none. */
  readonly advantage?: number;
  /** [completion]: log-probabilities as sampled; left out where the loss does not compare policies. */
  readonly logprobs?: ArrayLike<number>;
}

/**
 * The training sequence of a prompt and its completion, shifted: position t sees the tokens up to t and predicts the
 * one after it. Positions that predict the prompt have weight 0, and advantage 0 where there are advantages.
 *
 * @throws {EngineError} `invalid` when prompt or completion is empty, or there is not one log-probability per token.
 */
export function completionDatum(
  prompt: ArrayLike<number>,
  completion: ArrayLike<number>,
  terms: CompletionTerms = {},
): Datum {
  const { weight = 1, advantage, logprobs } = terms;
  if (prompt.length === 0 || completion.length === 0) {
    throw new EngineError("invalid", "a training sequence needs a prompt and a completion");
  }
  if (logprobs !== undefined && logprobs.length !== completion.length) {
    throw new EngineError(
      "invalid",
      `${logprobs.length} log-probabilities for ${completion.length} tokens of a completion`,
      { parameter: "logprobs" },
    );
  }
  const tokens = new Int32Array(prompt.length + completion.length);
  tokens.set(prompt);
  tokens.set(completion, prompt.length);
  const positions = tokens.length - 1;
  const first = prompt.length - 1;
  const row = (values: ArrayLike<number>): Float32Array => {
    const placed = new Float32Array(positions);
    placed.set(values, first);
    return placed;
  };
  const filled = (value: number): Float32Array => new Float32Array(positions).fill(value, first);
  return {
    inputTokens: tokens.slice(0, -1),
    targetTokens: tokens.slice(1),
    weights: filled(weight),
    ...(advantage !== undefined && { advantages: filled(advantage) }),
    ...(logprobs !== undefined && { behaviourLogprobs: row(logprobs) }),
  };
}
