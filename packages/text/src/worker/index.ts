export { MaskReader, type LostMask } from "./masks.ts";
export type { MaskState } from "./mask-memory.ts";
export type { TextFiles } from "./protocol.ts";
export type { TextLimits } from "./text-limits.ts";
export { TextWorker, type PortReceiver, type TextCallOptions } from "./text-worker.ts";
