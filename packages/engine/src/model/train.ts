import type { Adapter } from "../adapters/adapter.ts";
import type { Arena } from "../compute/arena.ts";
import type { Pointer } from "../compute/kernels.ts";
import { EngineError } from "../errors.ts";
import type { AttentionActivations } from "./attention-block.ts";
import { attentionBackward, attentionForward, keepAttention } from "./attention-block.ts";
import type { FeedForwardActivations } from "./feed-forward.ts";
import { feedForwardBackward, feedForwardForward, keepFeedForward } from "./feed-forward.ts";
import { headBackward, headForward } from "./head.ts";
import type { Layer } from "./layer.ts";
import type { ModelParts } from "./model-parts.ts";
import type { TrainingSequences } from "./training-batch.ts";
import { layOutBatch } from "./training-batch.ts";
import type { TrainingPass } from "./training-pass.ts";
import { beginPass } from "./training-pass.ts";

/** dL/dlogprob of every target from their log-probabilities, both [sequences][N]. */
export type Coefficients = (logprobs: Float32Array[]) => readonly Float32Array[];

/** What a pass finds of the distribution that each target comes from. */
export interface TargetScores {
  /** [sequences][N]: log p(target) */
  readonly logprobs: Float32Array[];
  /** [sequences][N]: −Σ p·ln p over the vocabulary, in nats */
  readonly entropies: Float32Array[];
}

interface LayerActivations {
  /** x [rows, width] as it enters the layer. */
  readonly input: Pointer;
  readonly attention: AttentionActivations;
  /** x between attention and feed-forward. */
  readonly middle: Pointer;
  readonly feedForward: FeedForwardActivations;
}

/** See `Model.train`. */
export function* train(
  model: ModelParts,
  sequences: TrainingSequences,
  adapter: Adapter | null,
  coefficients: Coefficients | null,
  arena: Arena,
): Generator<void, TargetScores> {
  const trained = coefficients === null ? null : trainedGroup(model, adapter);
  const mark = arena.mark();
  try {
    const { shape, compute } = model;
    // A part's probabilities and their gradients are held side by side.
    const maxPartFloats = model.maxProbabilityBytes / 2 / 4;
    const batch = layOutBatch(sequences, shape, maxPartFloats, compute.memory, arena);
    const base = adapter === null ? trained : null;
    const pass = beginPass(model, batch, adapter, base, trained !== null, arena);
    const residuals = pass.rows * shape.width;

    const layers: LayerActivations[] = [];
    let x = arena.allocate(residuals);
    compute.rows(
      "embeddingForward",
      [shape.width, model.embedding, pass.tokens, x],
      pass.rows,
      shape.width,
    );
    for (const layer of model.layers) {
      const kept = keepLayer(pass, layer, x, layers.at(-1));
      yield* attentionForward(pass, layer, kept.attention, x, kept.middle);
      // Without a backward nobody asks for x again, and it takes the result.
      const y = pass.hasBackward ? arena.allocate(residuals) : x;
      yield;
      yield* feedForwardForward(pass, layer, kept.feedForward, kept.middle, y);
      layers.push(kept);
      x = y;
      yield;
    }
    const head = yield* headForward(pass, model.head, x);
    const logprobs = split(compute.memory.floats(head.logprobs, pass.rows), pass.lengths);
    const entropies = split(compute.memory.floats(head.entropies, pass.rows), pass.lengths);
    const scores = { logprobs, entropies };
    checkFinite(logprobs, "log-probabilities of the targets");
    checkFinite(entropies, "entropies of their distributions");
    if (coefficients === null || trained === null) return scores;

    const factors = writeCoefficients(pass, coefficients(logprobs.map((row) => row.slice())));
    trained.hasGradient = true;
    const dx = arena.allocate(residuals);
    yield* headBackward(pass, model.head, head, factors, x, dx);
    for (const layer of model.layers.toReversed()) {
      const kept = layers[layer.index]!;
      yield* feedForwardBackward(pass, layer, kept.feedForward, kept.middle, dx);
      yield;
      yield* attentionBackward(pass, layer, kept.attention, kept.input, dx);
      yield;
    }
    if (base !== null) {
      const dEmbedding = base.gradientPointer("embed_tokens.weight");
      const { width } = shape;
      compute.elements("embeddingBackward", [pass.rows, width, dEmbedding, pass.tokens, dx], width);
    }
    return scores;
  } finally {
    arena.release(mark);
  }
}

/** The group that takes the gradients. */
function trainedGroup(model: ModelParts, adapter: Adapter | null): ModelParts["weights"] {
  const group = adapter?.tensors ?? model.weights;
  if (!group.isTrainable) {
    throw new EngineError(
      "internal",
      adapter === null
        ? "The base weights are not trainable: train an adapter, or make the model with trainable: true."
        : "This adapter is not trainable: a snapshot stays as it is.",
    );
  }
  return group;
}

function keepLayer(
  pass: TrainingPass,
  layer: Layer,
  input: Pointer,
  before: LayerActivations | undefined,
): LayerActivations {
  // Without a backward all layers share one set.
  if (!pass.hasBackward && before !== undefined) return before;
  return {
    input,
    attention: keepAttention(pass, layer),
    middle: pass.arena.allocate(pass.rows * pass.shape.width),
    feedForward: keepFeedForward(pass, layer),
  };
}

/** [rows] → copies [sequences][N]. */
function split(rows: Float32Array, lengths: readonly number[]): Float32Array[] {
  let first = 0;
  return lengths.map((length) => {
    const part = rows.slice(first, first + length);
    first += length;
    return part;
  });
}

function writeCoefficients(pass: TrainingPass, coefficients: readonly Float32Array[]): Pointer {
  const { arena, compute, rows, lengths } = pass;
  const fits =
    coefficients.length === lengths.length &&
    coefficients.every((row, i) => row.length === lengths[i]);
  if (!fits) {
    throw new EngineError("internal", "A loss has to give one coefficient for each target.");
  }
  checkFinite(coefficients, "derivatives of the loss");
  const pointer = arena.allocate(rows);
  const written = compute.memory.floats(pointer, rows);
  let first = 0;
  for (const row of coefficients) {
    written.set(row, first);
    first += row.length;
  }
  return pointer;
}

function checkFinite(values: readonly Float32Array[], what: string): void {
  for (const [sequence, row] of values.entries()) {
    const position = row.findIndex((value) => !Number.isFinite(value));
    if (position < 0) continue;
    throw new EngineError(
      "numerical",
      `The ${what} are not finite: ${row[position]} at position ${position} of sequence ${sequence}. ` +
        "Nothing was added to the gradient. Go back to an earlier state, or lower the learning rate.",
    );
  }
}
