import type { EngineLog } from "../embedded/engine-log.ts";

/** A log for tests that expect trouble. */
export const silentLog: EngineLog = { info: () => {}, warn: () => {}, error: () => {} };
