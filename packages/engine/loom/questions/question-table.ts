import { interval } from "./interval.ts";

/** What came of the questions of one category. */
export interface CategoryScore {
  readonly category: string;
  readonly asked: number;
  readonly right: number;
  /** Answers that say that the model does not know or cannot. */
  readonly declined: number;
  /** Questions that ended in an answer rather than in one call too many. */
  readonly ended: number;
  /** Calls and schema answers that were not valid. */
  readonly broken: number;
  readonly cut: number;
  readonly example: { readonly question: string; readonly answer: string };
}

const percent = (share: number): string => (share * 100).toFixed(0);

/** Scores as a table in Markdown, with the 95 % interval of each share and one question with its answer. */
export function questionTable(scores: readonly CategoryScore[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const cell = (text: string): string =>
    `\`${text.replaceAll("\n", " ").replaceAll("|", "/").replaceAll("`", "'")}\``;
  return [
    row(["category", "right", "%", "95 % of", "declined", "for example", "answered"]),
    row(["---", "---:", "---:", "---:", "---:", "---", "---"]),
    ...scores.map(({ category, right, asked, declined, example }) => {
      const [low, high] = interval(right, asked);
      return row([
        category,
        `${right} of ${asked}`,
        percent(right / asked),
        `${percent(low)}–${percent(high)}`,
        String(declined),
        cell(example.question),
        cell(example.answer),
      ]);
    }),
  ].join("\n");
}
