export * from "./chat-backend.ts";
export * from "./datum.ts";
export { BaseText } from "./embedded/base-text.ts";
export { EmbeddedEngine, openEmbeddedEngine } from "./embedded/embedded-engine.ts";
export type { EmbeddedEngineOptions, EmbeddedLimits } from "./embedded/embedded-options.ts";
export * from "./engine.ts";
export * from "./errors.ts";
export * from "./profile.ts";
export * from "./sampling.ts";
