import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Compute } from "../../src/compute/compute.ts";
import { Model } from "../../src/model/model.ts";
import { loadWeights } from "../../src/weights/load-weights.ts";
import { readModelFolder } from "../../src/weights/model-folder.ts";
import { ChatForm } from "../chat-tokens.ts";
import type { RunFigures } from "../card/model-card.ts";
import { writeCard } from "../card/write-card.ts";
import { evaluate, type Evaluation, type HeldOutScores } from "./evaluation.ts";

/** Questions of each category in the figures of the model card. */
export const reportedPerCategory = 100;

/** Asks the weights of a folder, plain and in context. */
export function evaluateFolder(
  folder: string,
  compute: Compute,
  perCategory: number,
): readonly Evaluation[] {
  const files = readModelFolder(folder);
  const form = new ChatForm(join(folder, "tokenizer.json"));
  const model = new Model(files.shape, compute);
  loadWeights(files, model);
  const evaluations = (["plain", "in context"] as const).map((condition) =>
    evaluate(model, form, compute, condition, perCategory),
  );
  model.free();
  return evaluations;
}

/** Writes what a run was into `run.json` of the folder, from which the card is made. */
export function writeRunFigures(folder: string, figures: RunFigures): void {
  writeFileSync(join(folder, "run.json"), `${JSON.stringify(figures, null, 2)}\n`);
}

/** Writes the scores and the model card of a folder whose run has written `run.json`. */
export function writeReport(folder: string, evaluations: readonly Evaluation[]): void {
  const scores: HeldOutScores[] = evaluations.map(({ condition, exact, categories }) => ({
    condition,
    exact,
    categories,
  }));
  writeFileSync(join(folder, "evaluation.json"), `${JSON.stringify(scores, null, 2)}\n`);
  writeCard(folder);
}
