export type { RenderOptions, TextCallOptions } from "./call-options.ts";
export { MaskReader, type LostMask } from "./masks.ts";
export type { MaskState } from "./mask-memory.ts";
export type { PromptText } from "./prompt-text.ts";
export type { TextFiles } from "./protocol.ts";
export type { TextLimits } from "./text-limits.ts";
export { TextWorker } from "./text-worker.ts";
export type { PortReceiver } from "./thread-keeper.ts";
