import { lowRankStride } from "../adapters/low-rank.ts";
import type { Pointer } from "../compute/kernels.ts";
import type { Linear } from "./linear.ts";
import type { TrainingPass } from "./training-pass.ts";

/** Room for x · Aᵀ [rows, stride] of a linear map; shared scratch where no backward asks for it. */
export function keepLowRank(pass: TrainingPass, linear: Linear): Pointer {
  const { adapter, arena, rows, hasBackward, scratch } = pass;
  if (!hasBackward || !adapter?.part(linear.index)) return scratch.lowRank;
  return arena.allocate(rows * lowRankStride(adapter.rank));
}
