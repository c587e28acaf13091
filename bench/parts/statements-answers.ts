import type { Question } from "./statements-questions.ts";

/** An answer reduced to what both sides must agree on: ids in their order, or numbers. */
export function factsOf(question: Question, answer: string): string {
  if (question.path.endsWith("/stats")) return statsFacts(answer);
  const rows = rowsOf(answer);
  return rows.map(({ id, count }) => id ?? count).join(" ");
}

interface Fact {
  readonly id?: string;
  readonly count?: number;
}

/** The rows of a raw answer, the lines of a stream, or the member of an object. */
function rowsOf(answer: string): readonly Fact[] {
  if (answer.startsWith("[")) return JSON.parse(answer) as Fact[];
  const lines = answer.split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    const row = JSON.parse(line) as Fact & { readonly call?: Fact };
    return row.call ?? row;
  });
}

/** Calls, errors and the time of all days that have calls. */
function statsFacts(answer: string): string {
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
