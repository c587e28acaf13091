import type { Compute } from "../compute/compute.ts";
import type { Pointer } from "../compute/kernels.ts";
import type { TensorGroup } from "../model/tensor-group.ts";

/** The two matrices that an adapter puts beside one linear map. */
export interface LowRank {
  /** `layers.0.self_attn.q_proj`, for its gradients. */
  readonly name: string;
  readonly rank: number;
  /** alpha / rank */
  readonly scale: number;
  /** A [rank, inputs] */
  readonly down: Pointer;
  /** B [outputs, rank] */
  readonly up: Pointer;
}

/** Floats between the rows of x · Aᵀ: kernels write four columns at a time, and A is stored with rows to match. */
export function lowRankStride(rank: number): number {
  return Math.ceil(rank / 4) * 4;
}

/** y [rows, outputs] += scale · (x [rows, inputs] · Aᵀ) · Bᵀ; z [rows, stride] ← x · Aᵀ, which the backward needs. */
export function lowRankForward(
  compute: Compute,
  part: LowRank,
  rows: number,
  inputs: number,
  outputs: number,
  x: Pointer,
  z: Pointer,
  y: Pointer,
): void {
  const { rank, scale, down, up } = part;
  const stride = lowRankStride(rank);
  compute.matmul({
    m: rows,
    n: stride,
    k: inputs,
    a: x,
    lda: inputs,
    b: down,
    ldb: inputs,
    transposeB: true,
    c: z,
    ldc: stride,
  });
  compute.matmul({
    m: rows,
    n: outputs,
    k: rank,
    a: z,
    lda: stride,
    b: up,
    ldb: rank,
    transposeB: true,
    c: y,
    ldc: outputs,
    accumulate: true,
    alpha: scale,
  });
}

/**
 * dB += scale · dyᵀ · z; dz = scale · dy · B; dA += dzᵀ · x; dx += dz · A.
 * `dz` [rows, stride] is scratch; without `dx` (0) the last is left out.
 */
export function lowRankBackward(
  compute: Compute,
  part: LowRank,
  gradients: TensorGroup,
  rows: number,
  inputs: number,
  outputs: number,
  x: Pointer,
  z: Pointer,
  dy: Pointer,
  dz: Pointer,
  dx: Pointer,
): void {
  const { rank, scale, down, up, name } = part;
  const stride = lowRankStride(rank);
  compute.matmul({
    m: outputs,
    n: rank,
    k: rows,
    a: dy,
    lda: outputs,
    transposeA: true,
    b: z,
    ldb: stride,
    c: gradients.gradientPointer(`${name}.lora_B`),
    ldc: rank,
    accumulate: true,
    alpha: scale,
  });
  compute.matmul({
    m: rows,
    n: rank,
    k: outputs,
    a: dy,
    lda: outputs,
    b: up,
    ldb: rank,
    c: dz,
    ldc: stride,
    alpha: scale,
  });
  compute.matmul({
    m: rank,
    n: inputs,
    k: rows,
    a: dz,
    lda: stride,
    transposeA: true,
    b: x,
    ldb: inputs,
    c: gradients.gradientPointer(`${name}.lora_A`),
    ldc: inputs,
    accumulate: true,
  });
  if (dx === 0) return;
  compute.matmul({
    m: rows,
    n: inputs,
    k: rank,
    a: dz,
    lda: stride,
    b: down,
    ldb: inputs,
    c: dx,
    ldc: inputs,
    accumulate: true,
  });
}

/**
 * The forward for serving: row by row, so that a row does not feel its company. z [rows, stride] is scratch.
 */
export function lowRankServe(
  compute: Compute,
  part: LowRank,
  rows: number,
  inputs: number,
  outputs: number,
  x: Pointer,
  z: Pointer,
  y: Pointer,
): void {
  const { rank, scale, down, up } = part;
  const stride = lowRankStride(rank);
  compute.matmulRows({
    m: rows,
    n: stride,
    k: inputs,
    x,
    ldx: inputs,
    w: down,
    ldw: inputs,
    c: z,
    ldc: stride,
  });
  compute.matmulRows({
    m: rows,
    n: outputs,
    k: rank,
    x: z,
    ldx: stride,
    w: up,
    ldw: rank,
    c: y,
    ldc: outputs,
    accumulate: true,
    alpha: scale,
  });
}
