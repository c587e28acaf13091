import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readModelFolder } from "../../src/weights/model-folder.ts";
import type { CategoryScore } from "../questions/question-table.ts";
import type { HeldOutScores } from "../evaluation/evaluation.ts";
import { modelCard, type RunFigures } from "./model-card.ts";

/** Writes README.md of the model's folder from what runs and questions left there. */
export function writeCard(folder: string): void {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), "utf8"));
  const questions = existsSync(join(folder, "questions.json"))
    ? (read("questions.json") as readonly CategoryScore[])
    : [];
  const card = modelCard({
    shape: readModelFolder(folder).shape,
    weightBytes: statSync(join(folder, "model.safetensors")).size,
    run: read("run.json") as RunFigures,
    heldOut: read("evaluation.json") as readonly HeldOutScores[],
    questions,
  });
  writeFileSync(join(folder, "README.md"), card);
}
