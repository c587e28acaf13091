import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadWeights } from "../../src/weights/load-weights.ts";
import { readModelFolder } from "../../src/weights/model-folder.ts";
import type { RunFigures } from "../card/model-card.ts";
import type { TrainingRun } from "./training-run.ts";

/** What an earlier run was, as its folder says. */
export function earlierFigures(folder: string): RunFigures {
  return JSON.parse(readFileSync(join(folder, "run.json"), "utf8")) as RunFigures;
}

/** SHA-256 of the weights of a folder, in hexadecimal digits. */
export function weightsDigest(folder: string): string {
  return createHash("sha256")
    .update(readFileSync(join(folder, "model.safetensors")))
    .digest("hex");
}

/** Gives a run that has not begun the weights of a folder. Throws `invalid` where they have another shape. */
export function beginWith(run: TrainingRun, folder: string): void {
  loadWeights(readModelFolder(folder), run.model);
}
