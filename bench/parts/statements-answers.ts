/** The ids of an answer in their order, or its counts. */
export function idFacts(answer: string): string {
  return (rowsOf(answer) as readonly Fact[]).map(({ id, count }) => id ?? count).join(" ");
}

interface Fact {
  readonly id?: string;
  readonly count?: number;
}

/** The rows of a raw answer, the lines of a stream, or the member of an object. */
export function rowsOf(answer: string): readonly object[] {
  if (answer.startsWith("[")) return JSON.parse(answer) as object[];
  const lines = answer.split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    const row = JSON.parse(line) as { readonly call?: object };
    return row.call ?? row;
  });
}

/** Calls, errors and the time of all days that have calls. */
export function statsFacts(answer: string): string {
  interface Day {
    readonly count: number;
    readonly errors?: number;
    readonly sum_error_count?: number;
  }
  const parsed = JSON.parse(answer) as Day[] | { call_buckets: Day[] };
  const days = Array.isArray(parsed) ? parsed : parsed.call_buckets;
  return days
    .filter(({ count }) => count > 0)
    .map(({ count, errors, sum_error_count: sum }) => `${count}/${errors ?? sum}`)
    .join(" ");
}
