// What the module exports; the signatures are restated for callers in src/compute/kernels.ts.
export { setScratch } from "./scratch";
export { matmul } from "./matmul";
export { matmulRows } from "./matmul-rows";
export { biasForward, biasBackward } from "./bias";
export { rmsNormForward, rmsNormBackward, rmsNormBackwardWeight } from "./norm";
export { rope } from "./rope";
export { swigluForward, swigluBackward } from "./swiglu";
export { add, fill } from "./elements";
export { attentionForward, attentionBackward } from "./attention";
export { attentionDecode, cacheWrite } from "./cache";
export { logprobForward, logprobBackward } from "./logprob";
export { embeddingForward, embeddingBackward } from "./embedding";
export { adamw, sumOfSquares } from "./optimizer";
