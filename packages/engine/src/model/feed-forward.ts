import type { Pointer } from "../compute/kernels.ts";
import type { DecodeBatch } from "./decode-batch.ts";
import { keepLowRank } from "./kept-low-rank.ts";
import type { Layer } from "./layer.ts";
import { linearBackward, linearForward, linearServe } from "./linear.ts";
import { normBackward, normForward } from "./norm.ts";
import type { TrainingPass } from "./training-pass.ts";

/** What the backward of a feed-forward needs of its forward; F = feedForward. */
export interface FeedForwardActivations {
  /** [rows] */
  readonly rstd: Pointer;
  /** [rows, F] */
  readonly gate: Pointer;
  /** [rows, F] */
  readonly up: Pointer;
  readonly gateLowRank: Pointer;
  readonly upLowRank: Pointer;
  readonly downLowRank: Pointer;
}

/** Takes the block's activations from the pass's arena. */
export function keepFeedForward(pass: TrainingPass, layer: Layer): FeedForwardActivations {
  const { arena, rows, shape } = pass;
  return {
    rstd: arena.allocate(rows),
    gate: arena.allocate(rows * shape.feedForward),
    up: arena.allocate(rows * shape.feedForward),
    gateLowRank: keepLowRank(pass, layer.gate),
    upLowRank: keepLowRank(pass, layer.up),
    downLowRank: keepLowRank(pass, layer.down),
  };
}

/**
 * y [rows, width] = x + down(silu(gate(n)) · up(n)), n = norm(x): SwiGLU (Shazeer, arXiv 2002.05202). y may not be x.
 * Pauses between products, each of which takes long over a long sequence: streams are served in between.
 */
export function* feedForwardForward(
  pass: TrainingPass,
  layer: Layer,
  kept: FeedForwardActivations,
  x: Pointer,
  y: Pointer,
): Generator<void, void> {
  const { compute, rows, shape, scratch } = pass;
  const { normed, inner } = scratch;
  normForward(pass, layer.feedForwardNorm, rows, x, normed, kept.rstd);
  linearForward(pass, layer.gate, normed, kept.gate, kept.gateLowRank);
  yield;
  linearForward(pass, layer.up, normed, kept.up, kept.upLowRank);
  yield;
  compute.elements("swigluForward", [kept.gate, kept.up, inner], rows * shape.feedForward);
  linearForward(pass, layer.down, inner, y, kept.downLowRank);
  compute.elements("add", [y, x], rows * shape.width);
}

/** `dx` holds dy and becomes dx, as in attention. Gate and up are overwritten by their gradients. */
export function* feedForwardBackward(
  pass: TrainingPass,
  layer: Layer,
  kept: FeedForwardActivations,
  x: Pointer,
  dx: Pointer,
): Generator<void, void> {
  const { compute, rows, shape, scratch } = pass;
  const { normed, inner, dNormed, dInner } = scratch;
  const { gate, up } = kept;
  const inners = rows * shape.feedForward;
  // Cheaper computed again than kept for every layer.
  normForward(pass, layer.feedForwardNorm, rows, x, normed, kept.rstd);
  compute.elements("swigluForward", [gate, up, inner], inners);
  linearBackward(pass, layer.down, inner, dx, dInner, kept.downLowRank, false);
  yield;
  compute.elements("swigluBackward", [gate, up, dInner], inners);
  linearBackward(pass, layer.gate, normed, gate, dNormed, kept.gateLowRank, false);
  yield;
  linearBackward(pass, layer.up, normed, up, dNormed, kept.upLowRank, true);
  normBackward(pass, layer.feedForwardNorm, rows, x, kept.rstd, dNormed, dx);
}

/** The forward for serving: x [rows, width] becomes x + feed-forward(x). */
export function feedForwardServe(batch: DecodeBatch, layer: Layer, x: Pointer): void {
  const { compute, rows, shape, scratch } = batch;
  const { kernels } = compute;
  const { normed, rstd, gate, up, added } = scratch;
  const { weight, epsilon } = layer.feedForwardNorm;
  kernels.rmsNormForward(shape.width, x, weight, normed, rstd, epsilon, 0, rows);
  linearServe(batch, layer.gate, normed, gate);
  linearServe(batch, layer.up, normed, up);
  kernels.swigluForward(gate, up, gate, 0, rows * shape.feedForward);
  linearServe(batch, layer.down, gate, added);
  kernels.add(x, added, 0, rows * shape.width);
}
