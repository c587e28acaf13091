import type { Compute } from "../compute/compute.ts";
import type { Pointer } from "../compute/kernels.ts";
import type { Norm } from "./norm.ts";
import { normBackward, normForward } from "./norm.ts";
import type { TrainingPass } from "./training-pass.ts";

/** From the last layer to logits: logits = norm(x) · Eᵀ, E the embedding itself where the head is tied. */
export interface Head {
  readonly norm: Norm;
  /** Name of E, for gradients. */
  readonly name: string;
  /** E [stride, width]; rows beyond the vocabulary are zero. */
  readonly weight: Pointer;
  readonly vocabulary: number;
  /** Vocabulary rounded up to 4: floats between rows of logits. */
  readonly stride: number;
  readonly width: number;
}

/** The full matrix of logits is never held: rows go through in chunks of about this many. */
const chunkLogits = 4_000_000;

/** Few rows would leave the blocked product without work. */
const minChunkRows = 32;

/** What the backward of a head needs of its forward. */
export interface HeadActivations {
  /** [rows, width] */
  readonly normed: Pointer;
  /** [rows] */
  readonly rstd: Pointer;
  readonly chunkRows: number;
  /** [chunkRows, stride]: probabilities of the last chunk that went through. */
  readonly probabilities: Pointer;
  /** [rows]: log p(target) */
  readonly logprobs: Pointer;
  /** [rows]: −Σ p·ln p over the vocabulary */
  readonly entropies: Pointer;
}

/** Log-probabilities of the targets and the entropies of their distributions, chunk by chunk; yields after each. */
export function* headForward(
  pass: TrainingPass,
  head: Head,
  x: Pointer,
): Generator<void, HeadActivations> {
  const { arena, rows } = pass;
  const chunkRows = Math.min(rows, Math.max(minChunkRows, Math.floor(chunkLogits / head.stride)));
  const kept: HeadActivations = {
    normed: arena.allocate(rows * head.width),
    rstd: arena.allocate(rows),
    chunkRows,
    probabilities: arena.allocate(chunkRows * head.stride),
    logprobs: arena.allocate(rows),
    entropies: arena.allocate(rows),
  };
  normForward(pass, head.norm, rows, x, kept.normed, kept.rstd);
  for (let first = 0; first < rows; first += chunkRows) {
    chunkForward(pass, head, kept, first, Math.min(chunkRows, rows - first));
    yield;
  }
  return kept;
}

/** logits = normed · Eᵀ, and from them probabilities in place, log p(target) and entropies. */
function chunkForward(
  pass: TrainingPass,
  head: Head,
  kept: HeadActivations,
  first: number,
  count: number,
): void {
  const { compute, targets } = pass;
  const { width, vocabulary, stride } = head;
  compute.matmul({
    m: count,
    n: stride,
    k: width,
    a: kept.normed + first * width * 4,
    lda: width,
    b: head.weight,
    ldb: width,
    transposeB: true,
    c: kept.probabilities,
    ldc: stride,
  });
  compute.rows(
    "logprobForward",
    [
      vocabulary,
      stride,
      kept.probabilities,
      targets + first * 4,
      kept.logprobs + first * 4,
      kept.entropies + first * 4,
    ],
    count,
    vocabulary * 4,
  );
}

/**
 * dx [rows, width] from dL/dlogprob [rows]; dlogits = coefficient · (onehot(target) − p). The chunk that went through
 * last still has its probabilities; those before it are computed again.
 */
export function* headBackward(
  pass: TrainingPass,
  head: Head,
  kept: HeadActivations,
  coefficients: Pointer,
  x: Pointer,
  dx: Pointer,
): Generator<void, void> {
  const { compute, rows, scratch } = pass;
  const { dNormed } = scratch;
  const { chunkRows } = kept;
  const chunks = Math.ceil(rows / chunkRows);
  for (let chunk = chunks - 1; chunk >= 0; chunk--) {
    const first = chunk * chunkRows;
    const count = Math.min(chunkRows, rows - first);
    if (chunk < chunks - 1) chunkForward(pass, head, kept, first, count);
    chunkBackward(pass, head, kept, coefficients, first, count);
    yield;
  }
  compute.elements("fill", [dx, 0], rows * head.width);
  normBackward(pass, head.norm, rows, x, kept.rstd, dNormed, dx);
}

/** dnormed = dlogits · E; dE += dlogitsᵀ · normed. */
function chunkBackward(
  pass: TrainingPass,
  head: Head,
  kept: HeadActivations,
  coefficients: Pointer,
  first: number,
  count: number,
): void {
  const { compute, targets, scratch, base } = pass;
  const { width, vocabulary, stride } = head;
  const dLogits = kept.probabilities;
  compute.rows(
    "logprobBackward",
    [vocabulary, stride, dLogits, targets + first * 4, coefficients + first * 4],
    count,
    vocabulary,
  );
  compute.matmul({
    m: count,
    n: width,
    k: vocabulary,
    a: dLogits,
    lda: stride,
    b: head.weight,
    ldb: width,
    c: scratch.dNormed + first * width * 4,
    ldc: width,
  });
  if (base === null) return;
  compute.matmul({
    m: vocabulary,
    n: width,
    k: count,
    a: dLogits,
    lda: stride,
    transposeA: true,
    b: kept.normed + first * width * 4,
    ldb: width,
    c: base.gradientPointer(head.name),
    ldc: width,
    accumulate: true,
  });
}

/** The forward for serving: logits [rows, stride] of x [rows, width], row by row; normed and rstd are scratch. */
export function headServe(
  compute: Compute,
  head: Head,
  rows: number,
  x: Pointer,
  normed: Pointer,
  rstd: Pointer,
  logits: Pointer,
): void {
  const { norm, width, stride } = head;
  compute.kernels.rmsNormForward(width, x, norm.weight, normed, rstd, norm.epsilon, 0, rows);
  compute.matmulRows({
    m: rows,
    n: stride,
    k: width,
    x: normed,
    ldx: width,
    w: head.weight,
    ldw: width,
    c: logits,
    ldc: stride,
  });
}
