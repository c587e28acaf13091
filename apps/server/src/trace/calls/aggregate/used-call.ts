/** The columns of a call for its usage, for `SELECT`. */
export const usageColumns = "id, parent_id, ended_at, usage_models, usage_tokens";

/** A row of these columns. */
export interface UsageRow {
  readonly id: string;
  readonly parent_id: string;
  readonly ended_at: string | null;
  readonly usage_models: readonly string[];
  /** Six numbers of each model. */
  readonly usage_tokens: readonly (number | null)[];
}

/** What was used of one model. */
export interface Tokens {
  requests: number;
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  cache_read_input_tokens: number;
  cache_creation_input_tokens: number;
}

/** What was used, by model. */
export type Usage = Map<string, Tokens>;

/** A call and what it reports of itself; models that it did not use are absent. */
export interface UsedCall {
  readonly id: string;
  readonly parentId: string;
  readonly isRunning: boolean;
  readonly usage: Usage;
}

const numbersOfModel = 6;

/** Reads a call from its row. */
export function usedCall(row: UsageRow): UsedCall {
  const usage: Usage = new Map();
  for (const [at, model] of row.usage_models.entries()) {
    const tokens = tokensOf(row.usage_tokens.slice(at * numbersOfModel));
    if (isUsed(tokens)) usage.set(model, tokens);
  }
  return { id: row.id, parentId: row.parent_id, isRunning: row.ended_at === null, usage };
}

/** Whether any number is other than 0. */
export function isUsed(tokens: Tokens): boolean {
  return Object.values(tokens).some((number) => number !== 0);
}

/** Adds what was used of a model to what is known of it. */
export function addTokens(sum: Tokens, more: Tokens): void {
  sum.requests += more.requests;
  sum.prompt_tokens += more.prompt_tokens;
  sum.completion_tokens += more.completion_tokens;
  sum.total_tokens += more.total_tokens;
  sum.cache_read_input_tokens += more.cache_read_input_tokens;
  sum.cache_creation_input_tokens += more.cache_creation_input_tokens;
}

function tokensOf(numbers: readonly (number | null)[]): Tokens {
  const [requests, prompt, completion, total, cacheRead, cacheCreation] = numbers;
  const prompt_tokens = prompt ?? 0;
  const completion_tokens = completion ?? 0;
  return {
    requests: requests ?? 0,
    prompt_tokens,
    completion_tokens,
    total_tokens: total || prompt_tokens + completion_tokens,
    cache_read_input_tokens: cacheRead ?? 0,
    cache_creation_input_tokens: cacheCreation ?? 0,
  };
}
