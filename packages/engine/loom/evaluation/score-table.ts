import type { HeldOutScores } from "./evaluation.ts";
import { categories } from "./questions.ts";

/** Scores as a table in Markdown, a category a row and an evaluation a column. */
export function scoreTable(evaluations: readonly HeldOutScores[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const shares = (category: string): string[] =>
    evaluations.map(({ categories }) => {
      const score = categories[category];
      return score === undefined ? "" : `${score.right} of ${score.asked}`;
    });
  return [
    row(["category", ...evaluations.map(({ condition }) => condition)]),
    row(["---", ...evaluations.map(() => "---:")]),
    ...categories.map((category) => row([category, ...shares(category)])),
    row(["**all of these, exact**", ...evaluations.map(({ exact }) => `**${exact.toFixed(3)}**`)]),
  ].join("\n");
}
