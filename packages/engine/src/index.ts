export * from "./chat-backend.ts";
export * from "./datum.ts";
export * from "./engine.ts";
export * from "./errors.ts";
export * from "./profile.ts";
export * from "./sampling.ts";
