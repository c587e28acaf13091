/** What models were used for. */
export interface UsageCounts {
  /** Requests for which a model was found. */
  requests: number;
  /** Requests among them that ended with an error, before the answer or in it. */
  failures: number;
  promptTokens: number;
  /** Tokens of prompts among them that the engine did not compute anew. */
  cachedTokens: number;
  completionTokens: number;
}

/** Nothing used yet. */
export function noUsage(): UsageCounts {
  return { requests: 0, failures: 0, promptTokens: 0, cachedTokens: 0, completionTokens: 0 };
}

/** Adds to counts. */
export function addUsage(sum: UsageCounts, more: Partial<UsageCounts>): void {
  sum.requests += more.requests ?? 0;
  sum.failures += more.failures ?? 0;
  sum.promptTokens += more.promptTokens ?? 0;
  sum.cachedTokens += more.cachedTokens ?? 0;
  sum.completionTokens += more.completionTokens ?? 0;
}
