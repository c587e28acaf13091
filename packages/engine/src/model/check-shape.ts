import { maxDecodePositions } from "../compute/scratch.ts";
import { EngineError } from "../errors.ts";
import type { ModelShape } from "./shape.ts";

/**
 * Throws `unsupported`, naming the number at fault, for a shape that the kernels cannot run.
 * They work on four floats at a time, rotation on four of each half of a head. A vocabulary may have any size.
 */
export function checkShape(shape: ModelShape): void {
  const counts = {
    vocabulary: shape.vocabulary,
    width: shape.width,
    layers: shape.layers,
    heads: shape.heads,
    keyValueHeads: shape.keyValueHeads,
    headSize: shape.headSize,
    feedForward: shape.feedForward,
    contextTokens: shape.contextTokens,
  };
  for (const [name, n] of Object.entries(counts)) {
    if (!Number.isInteger(n) || n < 1) refuse(name, n, "must be a whole number above 0");
  }
  const multiples = [
    ["width", shape.width, 4],
    ["feedForward", shape.feedForward, 4],
    ["headSize", shape.headSize, 8],
    ["heads", shape.heads, shape.keyValueHeads],
  ] as const;
  for (const [name, n, of] of multiples) {
    if (n % of !== 0) refuse(name, n, `must be a multiple of ${of}`);
  }
  if (shape.contextTokens > maxDecodePositions) {
    refuse("contextTokens", shape.contextTokens, `must be at most ${maxDecodePositions}`);
  }
  if (!(shape.ropeTheta > 0)) refuse("ropeTheta", shape.ropeTheta, "must be above 0");
  if (!(shape.normEpsilon > 0)) refuse("normEpsilon", shape.normEpsilon, "must be above 0");
}

function refuse(name: string, value: number, demand: string): never {
  throw new EngineError(
    "unsupported",
    `A model whose ${name} is ${value} cannot run on this engine: it ${demand}. Choose a model of another shape.`,
    { parameter: name },
  );
}
