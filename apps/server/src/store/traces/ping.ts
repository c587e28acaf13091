import type { Traces } from "./traces.ts";

/** Resolves if the trace store answers, and rejects if it does not. */
export async function pingTraces(traces: Traces, signal: AbortSignal): Promise<void> {
  await traces.query("SELECT 1", {}, { signal });
}
