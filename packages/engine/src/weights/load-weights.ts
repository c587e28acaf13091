import { EngineError } from "../errors.ts";
import type { ModelShape } from "../model/shape.ts";
import { runToEnd } from "../model/run-to-end.ts";
import type { TensorGroup } from "../model/tensor-group.ts";
import type { ModelFolder } from "./model-folder.ts";
import { type StoredWeight, WeightFiles } from "./weight-files.ts";

/** A folder that `readModelFolder` has checked. */
type WeightFolder = Pick<ModelFolder, "folder">;

/** A model whose weights are to be filled. */
interface FillableModel {
  readonly shape: ModelShape;
  readonly weights: TensorGroup;
}

/**
 * Fills a model with the weights of a folder, piece by piece from disk into the engine's memory.
 * Throws `invalid` naming a tensor that is missing, has another shape or a value that is not finite; the model's
 * weights are then partly filled and not to be used.
 */
export function loadWeights(folder: WeightFolder, model: FillableModel): void {
  runToEnd(loadingWeights(folder, model));
}

/** The same with a pause after each MiB of the files; yields the share that is done. */
export function* loadingWeights(
  { folder }: WeightFolder,
  model: FillableModel,
): Generator<number, void> {
  const files = new WeightFiles(folder);
  try {
    files.check(model.shape, folder);
    const totalBytes = files.bytes;
    let doneBytes = 0;
    for (const name of model.weights.names()) {
      const { file, name: storedName } = files.weights.get(name)!;
      for (const bytes of file.reading(storedName, model.weights.floats(name))) {
        doneBytes += bytes;
        yield doneBytes / totalBytes;
      }
    }
    const head = files.weights.get("lm_head.weight");
    if (model.shape.hasTiedHead && head !== undefined) {
      yield* checkSameAsEmbedding(head, model.weights.floats("embed_tokens.weight"));
    }
  } finally {
    files.close();
  }
}

/** A head that is stored although it is tied has to be the embedding: with another one the model is not this shape. */
function* checkSameAsEmbedding(
  { file, name }: StoredWeight,
  embedding: Float32Array,
): Generator<number, void> {
  const comparing = file.comparing(name, embedding);
  let step = comparing.next();
  for (; step.done !== true; step = comparing.next()) yield 1;
  if (step.value) return;
  throw new EngineError(
    "invalid",
    `${file.path}, tensor ${name}: it differs from the embedding, to which config.json ties it. Set tie_word_embeddings to false there, or take the tensor out.`,
  );
}
