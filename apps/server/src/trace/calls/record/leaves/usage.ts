/** The usage that a client reported, as the columns `usage_models` and `usage_tokens` hold it. */
export interface Usage {
  readonly models: readonly string[];
  /**
   * Six numbers for each model: requests, input, output and total tokens, tokens read from a cache,
   * tokens written to it. Input and output are always known.
   */
  readonly tokens: readonly (number | null)[];
}

/** Models of one call that are kept. */
const mostModels = 64;

/** The usage in a summary. */
export function usageOf(summary: unknown): Usage {
  const models: string[] = [];
  const tokens: (number | null)[] = [];
  const usage = membersOf(membersOf(summary)?.["usage"]);
  for (const model in usage) {
    const counts = membersOf(usage[model]);
    if (counts === undefined) continue;
    if (models.length === mostModels) break;
    models.push(model.toWellFormed());
    tokens.push(
      countOf(counts["requests"]),
      sumOf(counts["prompt_tokens"], counts["input_tokens"]),
      sumOf(counts["completion_tokens"], counts["output_tokens"]),
      countOf(counts["total_tokens"]),
      countOf(counts["cache_read_input_tokens"]),
      countOf(counts["cache_creation_input_tokens"]),
    );
  }
  return { models, tokens };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return value as Readonly<Record<string, unknown>>;
}

function sumOf(one: unknown, other: unknown): number {
  return limited((countOf(one) ?? 0) + (countOf(other) ?? 0));
}

function countOf(value: unknown): number | null {
  return typeof value === "number" ? limited(Math.trunc(value)) : null;
}

function limited(value: number): number {
  return Math.min(Math.max(value, -Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}

/** Usage as columns: further members of a JSON object. */
export function usageMembers({ models, tokens }: Usage): string {
  if (models.length === 0) return noUsage;
  return `,"usage_models":${JSON.stringify(models)},"usage_tokens":${JSON.stringify(tokens)}`;
}

/** The columns of a call without usage. */
export const noUsage = ',"usage_models":[],"usage_tokens":[]';
