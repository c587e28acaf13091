import { lowRankBackward, lowRankForward, lowRankServe } from "../adapters/low-rank.ts";
import type { Pointer } from "../compute/kernels.ts";
import type { DecodeBatch } from "./decode-batch.ts";
import type { TrainingPass } from "./training-pass.ts";

/** y [rows, outputs] = x [rows, inputs] · Wᵀ (+ b) (+ what an adapter adds). */
export interface Linear {
  /** layer · 7 + place in the layer: where adapters find their part. */
  readonly index: number;
  /** `layers.0.self_attn.q_proj`, for gradients. */
  readonly name: string;
  readonly inputs: number;
  readonly outputs: number;
  /** W [outputs, inputs] */
  readonly weight: Pointer;
  /** b [outputs]; 0: none. */
  readonly bias: Pointer;
}

/** `z` [rows, stride] keeps x · Aᵀ of the adapter for the backward; unused where the adapter has no part here. */
export function linearForward(
  pass: TrainingPass,
  linear: Linear,
  x: Pointer,
  y: Pointer,
  z: Pointer,
): void {
  const { compute, rows, adapter } = pass;
  const { inputs, outputs } = linear;
  compute.matmul({
    m: rows,
    n: outputs,
    k: inputs,
    a: x,
    lda: inputs,
    b: linear.weight,
    ldb: inputs,
    transposeB: true,
    c: y,
    ldc: outputs,
  });
  if (linear.bias !== 0) {
    compute.rows("biasForward", [outputs, y, linear.bias], rows, outputs);
  }
  const part = adapter?.part(linear.index);
  if (part) lowRankForward(compute, part, rows, inputs, outputs, x, z, y);
}

/**
 * dx = dy · W, added to what is there if `accumulate`; dx 0: nobody needs it. Gradients go to the adapter alone where
 * there is one, else to the base: dW += dyᵀ · x, db += Σ_rows dy.
 */
export function linearBackward(
  pass: TrainingPass,
  linear: Linear,
  x: Pointer,
  dy: Pointer,
  dx: Pointer,
  z: Pointer,
  accumulate: boolean,
): void {
  const { compute, rows, adapter, base } = pass;
  const { inputs, outputs } = linear;
  if (dx !== 0) {
    compute.matmul({
      m: rows,
      n: inputs,
      k: outputs,
      a: dy,
      lda: outputs,
      b: linear.weight,
      ldb: inputs,
      c: dx,
      ldc: inputs,
      accumulate,
    });
  }
  if (base !== null) {
    compute.matmul({
      m: outputs,
      n: inputs,
      k: rows,
      a: dy,
      lda: outputs,
      transposeA: true,
      b: x,
      ldb: inputs,
      c: base.gradientPointer(`${linear.name}.weight`),
      ldc: inputs,
      accumulate: true,
    });
    if (linear.bias !== 0) {
      const dBias = base.gradientPointer(`${linear.name}.bias`);
      compute.elements("biasBackward", [rows, outputs, dy, dBias], outputs);
    }
  }
  const part = adapter?.part(linear.index);
  if (part && adapter) {
    lowRankBackward(
      compute,
      part,
      adapter.tensors,
      rows,
      inputs,
      outputs,
      x,
      z,
      dy,
      pass.scratch.lowRank,
      dx,
    );
  }
}

/** The forward for serving: row by row, each segment of rows with the adapter of its own. */
export function linearServe(batch: DecodeBatch, linear: Linear, x: Pointer, y: Pointer): void {
  const { compute, rows } = batch;
  const { inputs, outputs } = linear;
  compute.matmulRows({
    m: rows,
    n: outputs,
    k: inputs,
    x,
    ldx: inputs,
    w: linear.weight,
    ldw: inputs,
    c: y,
    ldc: outputs,
  });
  if (linear.bias !== 0) compute.kernels.biasForward(outputs, y, linear.bias, 0, rows);
  for (const segment of batch.segments) {
    const part = segment.adapter.part(linear.index);
    if (!part) continue;
    const { first, count } = segment;
    const segmentX = x + first * inputs * 4;
    const segmentY = y + first * outputs * 4;
    lowRankServe(compute, part, count, inputs, outputs, segmentX, batch.scratch.lowRank, segmentY);
  }
}
