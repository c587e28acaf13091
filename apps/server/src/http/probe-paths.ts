/** Paths that machines ask every few seconds: let in when the server is full, and not worth a line each. */
export const probePaths: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);
