import { Adapter } from "../adapters/adapter.ts";
import type { AdapterOptions } from "../adapters/adapter.ts";
import type { PagedCache } from "../cache/paged-cache.ts";
import type { Arena } from "../compute/arena.ts";
import type { Compute } from "../compute/compute.ts";
import type { Pointer } from "../compute/kernels.ts";
import { checkShape } from "./check-shape.ts";
import { decode } from "./decode.ts";
import type { DecodeRow } from "./decode-batch.ts";
import type { Head } from "./head.ts";
import { initialise } from "./initialise.ts";
import type { Layer } from "./layer.ts";
import { layerOf, normOf } from "./layer.ts";
import type { ModelParts } from "./model-parts.ts";
import type { RopeTables } from "./rope-tables.ts";
import { ropeTables } from "./rope-tables.ts";
import type { ModelShape } from "./shape.ts";
import { TensorGroup } from "./tensor-group.ts";
import type { Coefficients, TargetScores } from "./train.ts";
import { train } from "./train.ts";
import type { TrainingSequences } from "./training-batch.ts";
import { headName, weightShapes } from "./weight-shapes.ts";

export type { DecodeRow } from "./decode-batch.ts";

/** How a model is set up. */
export interface ModelOptions {
  /** Whether the base weights have gradients and moments. */
  readonly trainable?: boolean;
  /**
   * What attention probabilities may take during a training pass; 256 MiB by default. They grow with length² · heads ·
   * layers. Where those of all layers fit, they are kept for the backward; else computed again, a layer or a head at a
   * time.
   */
  readonly maxProbabilityBytes?: number;
}

/** A dense decoder: Llama, Qwen2 or Qwen3, as its shape says. */
export class Model implements ModelParts {
  readonly shape: ModelShape;
  readonly compute: Compute;
  /** Hugging Face names without the leading `model.`. */
  readonly weights: TensorGroup;
  readonly rope: RopeTables;
  readonly layers: readonly Layer[];
  readonly head: Head;
  /** [vocabulary, width] */
  readonly embedding: Pointer;
  readonly maxProbabilityBytes: number;

  /** Weights are zero until filled. Throws `unsupported` for a shape that cannot run, `busy` when memory is exhausted. */
  constructor(shape: ModelShape, compute: Compute, options: ModelOptions = {}) {
    checkShape(shape);
    this.maxProbabilityBytes = options.maxProbabilityBytes ?? 256 * 1024 * 1024;
    this.shape = shape;
    this.compute = compute;
    this.weights = new TensorGroup(compute, weightShapes(shape), options);
    try {
      this.rope = ropeTables(shape, compute);
    } catch (error) {
      this.weights.free();
      throw error;
    }
    this.layers = Array.from({ length: shape.layers }, (_, index) =>
      layerOf(shape, this.weights, index),
    );
    this.embedding = this.weights.pointer("embed_tokens.weight");
    const name = headName(shape);
    this.head = {
      norm: normOf(this.weights, "norm.weight", shape),
      name,
      weight: this.weights.pointer(name),
      vocabulary: shape.vocabulary,
      stride: Math.ceil(shape.vocabulary / 4) * 4,
      width: shape.width,
    };
  }

  /** Fills the weights to begin training with; the same for the same seed. */
  initialise(seed: number): void {
    initialise(this.weights, this.shape, seed);
  }

  /** An adapter that changes nothing yet. Throws `invalid` naming rank or alpha. */
  createAdapter(options: AdapterOptions): Adapter {
    return Adapter.create(this.compute, this.shape, options);
  }

  /**
   * Whole sequences forward, and backward too where there are coefficients: dL/dlogprob of each target, computed from
   * the log-probabilities, which are of the weights as they are. Gradients are added to the adapter's, or to the
   * base's where there is none. Returns log-probability and entropy of each target [sequences][N].
   *
   * Yields between the products of a layer and the parts of the head, so that the caller can serve others in between.
   * Scratch comes from `arena` and is given back at the end, also when the pass is given up with `return()`. A pass given up in its
   * backward leaves part of a gradient: `TensorGroup.saveGradient` beforehand takes it back. Until the pass has ended
   * the weights it reads must not change.
   *
   * Throws `invalid` for tokens or lengths that do not fit the model, `numerical` when a log-probability or
   * coefficient is not finite (the gradient is untouched), `busy` when memory is exhausted.
   */
  train(
    sequences: TrainingSequences,
    adapter: Adapter | null,
    coefficients: Coefficients | null,
    arena: Arena,
  ): Generator<void, TargetScores> {
    return train(this, sequences, adapter, coefficients, arena);
  }

  /**
   * The logits after some positions of some sequences: [rows that want them, in order], `head.stride` floats apart
   * (the vocabulary rounded up to 4). They lie in `arena`, valid until it is used again.
   *
   * Every row goes through the row-wise kernel, so its logits depend on nothing but its sequence and adapter: not on
   * the other rows, on how a prompt is cut into passes, or on threads. Rows of one adapter must be adjacent, rows of
   * one sequence in rising position; a sequence must have reserved its positions. Yields after each layer of a large
   * pass. A pass given up has extended no sequence.
   */
  decode(rows: readonly DecodeRow[], cache: PagedCache, arena: Arena): Generator<void, Pointer> {
    return decode(this, rows, cache, arena);
  }

  free(): void {
    this.weights.free();
    this.compute.memory.free(this.rope.cosine);
  }
}
