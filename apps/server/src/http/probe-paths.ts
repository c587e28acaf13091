/**
 * Paths that machines request every few seconds. They are accepted when the server is full, and
 * logged only at the level debug.
 */
export const probePaths: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);
