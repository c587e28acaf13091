import type { Adapter } from "../adapters/adapter.ts";
import { lowRankStride } from "../adapters/low-rank.ts";
import type { Arena } from "../compute/arena.ts";
import type { Compute } from "../compute/compute.ts";
import type { Pointer } from "../compute/kernels.ts";
import type { RopeTables } from "./rope-tables.ts";
import type { ModelShape } from "./shape.ts";
import type { TensorGroup } from "./tensor-group.ts";
import type { TrainingBatch } from "./training-batch.ts";

/** What every block of one training pass shares. */
export interface TrainingPass extends TrainingBatch {
  readonly compute: Compute;
  readonly arena: Arena;
  readonly shape: ModelShape;
  readonly rope: RopeTables;
  readonly adapter: Adapter | null;
  /** Where gradients of the base go; null: they are not wanted. */
  readonly base: TensorGroup | null;
  /** Whether a backward follows, for which activations are kept. */
  readonly hasBackward: boolean;
  /** Whether every layer keeps its attention probabilities, or the backward computes them again. */
  readonly keepsProbabilities: boolean;
  readonly scratch: TrainingScratch;
}

/** Buffers that every layer uses anew; those of the backward are 0 where none follows. */
export interface TrainingScratch {
  /** [rows, width] */
  readonly normed: Pointer;
  /** [rows, feedForward] */
  readonly inner: Pointer;
  /** Those of the largest attention part; 0 where layers keep their own. */
  readonly probabilities: Pointer;
  /** [rows, rank rounded up to 4] */
  readonly lowRank: Pointer;
  /** [rows, width] */
  readonly dNormed: Pointer;
  /** [rows, feedForward] */
  readonly dInner: Pointer;
  /** [rows, heads · headSize] */
  readonly dMixed: Pointer;
  readonly dQuery: Pointer;
  /** [rows, keyValueHeads · headSize] */
  readonly dKey: Pointer;
  readonly dValue: Pointer;
  /** As many as probabilities */
  readonly dScores: Pointer;
}

/** What a pass needs of its model. */
export interface TrainedShape {
  readonly shape: ModelShape;
  readonly compute: Compute;
  readonly rope: RopeTables;
  /** Bytes that attention probabilities may take. */
  readonly maxProbabilityBytes: number;
}

/** Takes the shared buffers of a pass from its arena. */
export function beginPass(
  { shape, compute, rope, maxProbabilityBytes }: TrainedShape,
  batch: TrainingBatch,
  adapter: Adapter | null,
  base: TensorGroup | null,
  hasBackward: boolean,
  arena: Arena,
): TrainingPass {
  const { rows, attention } = batch;
  const probabilityFloats = Math.max(...attention.map((part) => part.probabilityFloats));
  const keepsProbabilities =
    hasBackward &&
    attention.length === 1 &&
    probabilityFloats * shape.layers * 4 <= maxProbabilityBytes;
  const queries = rows * shape.heads * shape.headSize;
  const keys = rows * shape.keyValueHeads * shape.headSize;
  const forBackward = (floats: number): Pointer => (hasBackward ? arena.allocate(floats) : 0);
  return {
    ...batch,
    compute,
    shape,
    rope,
    arena,
    adapter,
    base,
    hasBackward,
    keepsProbabilities,
    scratch: {
      normed: arena.allocate(rows * shape.width),
      inner: arena.allocate(rows * shape.feedForward),
      probabilities: keepsProbabilities ? 0 : arena.allocate(probabilityFloats),
      lowRank: arena.allocate(rows * lowRankStride(adapter?.rank ?? 1)),
      dNormed: forBackward(rows * shape.width),
      dInner: forBackward(rows * shape.feedForward),
      dMixed: forBackward(queries),
      dQuery: forBackward(queries),
      dKey: forBackward(keys),
      dValue: forBackward(keys),
      dScores: forBackward(probabilityFloats),
    },
  };
}
