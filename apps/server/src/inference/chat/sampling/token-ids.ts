import { InvalidParameter } from "../../../refusals/invalid-parameter.ts";
import type { ChatRequest } from "../requests/chat-request.ts";

/** The tokens that a request names, without duplicates. */
export interface NamedTokens {
  readonly stop: readonly number[];
  readonly allowed: readonly number[] | undefined;
  /** Bias by token. */
  readonly biases: ReadonlyMap<number, number>;
}

/** A bias beyond this is cut to it. */
const mostBias = 100;

/**
 * The tokens that a request names.
 *
 * @throws InvalidParameter for one that the vocabulary does not have
 */
export function namedTokens(request: ChatRequest, vocabularyTokens: number): NamedTokens {
  const checked = (param: string, ids: Iterable<number>): readonly number[] => {
    const unique = [...new Set(ids)];
    const wrong = unique.find((id) => id < 0 || id >= vocabularyTokens);
    if (wrong === undefined) return unique;
    throw new InvalidParameter(
      param,
      `${param} has the token ${wrong}; this model has the tokens 0 to ${vocabularyTokens - 1}.`,
    );
  };
  const biases = Object.entries(request.logit_bias ?? {});
  checked(
    "logit_bias",
    biases.map(([id]) => Number(id)),
  );
  const allowed = request.allowed_token_ids ?? undefined;
  return {
    stop: checked("stop_token_ids", request.stop_token_ids ?? []),
    allowed: allowed && checked("allowed_token_ids", allowed),
    biases: new Map(
      biases.map(([id, bias]) => [Number(id), Math.max(-mostBias, Math.min(mostBias, bias))]),
    ),
  };
}
