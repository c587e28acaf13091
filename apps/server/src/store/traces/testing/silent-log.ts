import type { EngineLog } from "../embedded/engine-log.ts";

/** A log that writes nothing, for tests that expect errors. */
export const silentLog: EngineLog = { info: () => {}, warn: () => {}, error: () => {} };
