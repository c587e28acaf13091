import { loomShape } from "../../loom/training/shape.ts";
import type { ModelShape } from "../../src/model/shape.ts";

/** A model that is measured. */
export type ShapeName = "builtIn" | "tiny" | "medium";

/** Their shapes. */
export const shapes: Readonly<Record<ShapeName, ModelShape>> = {
  /** That of the built-in model. */
  builtIn: loomShape,
  /** The same with four layers: small enough for every other engine to train. */
  tiny: { ...loomShape, layers: 4, contextTokens: 2048 },
  /** 135 million parameters, as SmolLM2-135M has them. */
  medium: {
    ...loomShape,
    vocabulary: 49_152,
    width: 576,
    layers: 30,
    heads: 9,
    keyValueHeads: 3,
    headSize: 64,
    feedForward: 1536,
    contextTokens: 2048,
  },
};
