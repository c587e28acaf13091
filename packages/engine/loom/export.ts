import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Model } from "../src/model/model.ts";
import { writeFileDurably } from "../src/weights/durable-file.ts";
import { writeSafetensors } from "../src/weights/safetensors.ts";

/** Writes the weights in f16 under the names that Hugging Face gives them. */
export function exportWeights(model: Model, folder: string): void {
  const names = [...model.weights.names()];
  const bytes = writeSafetensors(
    names.map((name) => [
      `model.${name}`,
      { dtype: "F16", shape: model.weights.shape(name), values: model.weights.floats(name) },
    ]),
    { format: "pt" },
  );
  mkdirSync(folder, { recursive: true });
  writeFileDurably(join(folder, "model.safetensors"), bytes);
}
