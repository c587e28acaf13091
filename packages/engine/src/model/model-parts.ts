import type { Pointer } from "../compute/kernels.ts";
import type { Head } from "./head.ts";
import type { Layer } from "./layer.ts";
import type { TensorGroup } from "./tensor-group.ts";
import type { TrainedShape } from "./training-pass.ts";

/** The parts of a model that its passes go through. */
export interface ModelParts extends TrainedShape {
  /** Hugging Face names without the leading `model.`. */
  readonly weights: TensorGroup;
  readonly layers: readonly Layer[];
  readonly head: Head;
  /** [vocabulary, width] */
  readonly embedding: Pointer;
}
