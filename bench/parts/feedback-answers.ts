import { rowsOf } from "./statements-answers.ts";

interface Piece {
  readonly id: string;
  readonly call_id?: string;
}

interface ServerCall {
  readonly id: string;
  readonly summary: { readonly weave: { readonly feedback: readonly Piece[] } };
}

/** The calls of an answer in their order, each with the ids of its feedback. */
export function feedbackFacts(answer: string): string {
  return answer.startsWith("[") ? rawFacts(answer) : serverFacts(answer);
}

function serverFacts(answer: string): string {
  return (rowsOf(answer) as readonly ServerCall[])
    .map(({ id, summary }) => `${id}: ${summary.weave.feedback.map((one) => one.id).join(" ")}`)
    .join("\n");
}

function rawFacts(answer: string): string {
  const rows = rowsOf(answer) as readonly Piece[];
  const pieces = Map.groupBy(rows, ({ call_id: callId }) => callId);
  return (pieces.get(undefined) ?? [])
    .map(({ id }) => `${id}: ${(pieces.get(id) ?? []).map((one) => one.id).join(" ")}`)
    .join("\n");
}

/** The calls of an answer in their order, without the candidates that the raw side first names. */
export function orderedFacts(answer: string): string {
  return (rowsOf(answer) as readonly Partial<Piece>[]).flatMap(({ id }) => id ?? []).join(" ");
}

/** The pieces of an answer in their order. */
export function pieceFacts(answer: string): string {
  const rows = answer.startsWith("[")
    ? (rowsOf(answer) as readonly Piece[])
    : (JSON.parse(answer) as { readonly result: readonly Piece[] }).result;
  return rows.map(({ id }) => id).join(" ");
}

interface RawFigures {
  readonly isWhole: number;
  readonly count: number;
  readonly avg: number;
  readonly min: number;
  readonly max: number;
  readonly correct: number;
}

interface ServerFigures {
  readonly buckets: readonly (Readonly<Record<string, number>> & { readonly count: number })[];
  readonly window_stats: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** The figures of the days with feedback, and those of all days. */
export function scoreFacts(answer: string): string {
  const parsed = JSON.parse(answer) as readonly RawFigures[] | ServerFigures;
  if ("buckets" in parsed) {
    const { buckets, window_stats: whole } = parsed;
    const days = buckets.filter(({ count }) => count > 0);
    const { output_score: score = {}, output_correct: correct = {} } = whole;
    return [
      ...days.map((day) =>
        figuresText([
          day["avg_output_score"],
          day["min_output_score"],
          day["max_output_score"],
          day["count_true_output_correct"],
        ]),
      ),
      figuresText([score["avg"], score["min"], score["max"], correct["count_true"]]),
    ].join("\n");
  }
  return parsed.map((day) => figuresText([day.avg, day.min, day.max, day.correct])).join("\n");
}

/** Sums of many numbers depend on their order in the last digits. */
function figuresText(figures: readonly (number | undefined)[]): string {
  return figures.map((figure) => figure?.toPrecision(9)).join(" ");
}
