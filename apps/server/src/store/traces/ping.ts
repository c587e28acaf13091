import type { Traces } from "./traces.ts";

/** Resolves where the trace store answers. */
export async function pingTraces(traces: Traces, signal: AbortSignal): Promise<void> {
  await traces.query("SELECT 1", {}, { signal });
}
