import type { Pointer } from "../compute/kernels.ts";
import type { TrainingPass } from "./training-pass.ts";

/** Root-mean-square norm (Zhang and Sennrich, arXiv 1910.07467): y = w · x / √(mean x² + ε). */
export interface Norm {
  /** Name of its weight, for gradients. */
  readonly name: string;
  /** Floats that are normed together. */
  readonly size: number;
  /** w [size] */
  readonly weight: Pointer;
  readonly epsilon: number;
}

/** y [rows, size] from x [rows, size]; keeps rstd [rows] = 1 / √(mean x² + ε) for the backward. In place when y is x. */
export function normForward(
  pass: Pick<TrainingPass, "compute">,
  norm: Norm,
  rows: number,
  x: Pointer,
  y: Pointer,
  rstd: Pointer,
): void {
  const { size, weight, epsilon } = norm;
  pass.compute.rows("rmsNormForward", [size, x, weight, y, rstd, epsilon], rows, size * 2);
}

/** dx += rstd · (w · dy − x · rstd² · mean(w · dy · x)); dw += Σ_rows dy · x · rstd. */
export function normBackward(
  pass: TrainingPass,
  norm: Norm,
  rows: number,
  x: Pointer,
  rstd: Pointer,
  dy: Pointer,
  dx: Pointer,
): void {
  const { size, weight } = norm;
  pass.compute.rows("rmsNormBackward", [size, x, weight, rstd, dy, dx], rows, size * 3);
  if (pass.base === null) return;
  const dWeight = pass.base.gradientPointer(norm.name);
  pass.compute.elements("rmsNormBackwardWeight", [rows, size, x, rstd, dy, dWeight], size);
}
