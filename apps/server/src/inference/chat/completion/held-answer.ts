import { currentRequest } from "../../../budgets/current-request.ts";

/** Bytes that one token of an answer takes until the answer is sent, generously. */
const bytesOfToken = 32;
/** The same for a log probability, of a token or of one beside it. */
const bytesOfLogprob = 256;

/**
 * Counts what a whole answer holds while it grows, for the request that it belongs to.
 *
 * @throws BudgetFull
 */
export function holdTokens(count: number, logprobsOfEach: number): void {
  currentRequest()?.hold(count * (bytesOfToken + bytesOfLogprob * logprobsOfEach));
}
