import { EngineError } from "../errors.ts";
import type { ModelShape } from "../model/shape.ts";
import type { TensorGroup } from "../model/tensor-group.ts";
import type { ModelFolder } from "./model-folder.ts";
import { type StoredWeight, WeightFiles } from "./weight-files.ts";

/**
 * Fills a model with the weights of a folder, piece by piece from disk into the engine's memory.
 * Throws `invalid` naming a tensor that is missing, has another shape or a value that is not finite; the model's
 * weights are then partly filled and not to be used.
 */
export function loadWeights(
  folder: ModelFolder,
  model: { readonly shape: ModelShape; readonly weights: TensorGroup },
): void {
  const files = new WeightFiles(folder.folder);
  try {
    files.check(model.shape, folder.folder);
    for (const name of model.weights.names()) {
      const { file, name: storedName } = files.weights.get(name)!;
      file.read(storedName, model.weights.floats(name));
    }
    const head = files.weights.get("lm_head.weight");
    if (model.shape.hasTiedHead && head !== undefined) {
      checkSameAsEmbedding(head, model.weights.floats("embed_tokens.weight"));
    }
  } finally {
    files.close();
  }
}

/** A head that is stored although it is tied has to be the embedding: with another one the model is not this shape. */
function checkSameAsEmbedding({ file, name }: StoredWeight, embedding: Float32Array): void {
  if (file.equals(name, embedding)) return;
  throw new EngineError(
    "invalid",
    `${file.path}, tensor ${name}: it differs from the embedding, to which config.json ties it. Set tie_word_embeddings to false there, or take the tensor out.`,
  );
}
