import { isDeepStrictEqual } from "node:util";
import { Client } from "../server/client.ts";
import { contentOf } from "./siege-call.ts";
import type { Half } from "./siege-log.ts";

/** The state of the calls that were sent. */
export interface ReadBack {
  /** Calls of which at least one half was acknowledged. */
  readonly acknowledged: number;
  readonly missing: readonly string[];
  /** Calls that differ from what was sent. */
  readonly changed: readonly string[];
  /** Ids that came more than once, and rows beyond the number sent. */
  readonly doubled: number;
}

interface StoredCall {
  readonly id: string;
  readonly inputs: unknown;
  readonly output: unknown;
  readonly ended_at: string | null;
}

const idsAtOnce = 500;

/** Reads every call of a project by its id and compares it with what was acknowledged. */
export async function readBack(
  server: { readonly url: string; readonly apiKey: string },
  project: string,
  calls: ReadonlyMap<string, ReadonlySet<Half>>,
): Promise<ReadBack> {
  const client = new Client(server);
  const missing: string[] = [];
  const changed: string[] = [];
  let doubled = 0;
  const ids = [...calls.keys()];
  try {
    for (let from = 0; from < ids.length; from += idsAtOnce) {
      const some = ids.slice(from, from + idsAtOnce);
      const stored = new Map<string, StoredCall>();
      for (const call of await readCalls(client, project, some)) {
        if (stored.has(call.id)) doubled += 1;
        stored.set(call.id, call);
      }
      for (const id of some) {
        const halves = calls.get(id) ?? new Set();
        const call = stored.get(id);
        if (!call) {
          if (halves.has("s")) missing.push(id);
        } else if (!isWhole(call, halves)) changed.push(id);
      }
    }
    const text = await client.post("/traces/calls/query_stats", { project_id: project });
    const { count } = JSON.parse(text) as { count: number };
    // Ends without a start are not calls yet, and are not counted.
    doubled += Math.max(0, count - ids.length);
  } finally {
    client.close();
  }
  const acknowledged = ids.filter((id) => calls.get(id)?.has("s") || calls.get(id)?.has("e"));
  return { acknowledged: acknowledged.length, missing, changed, doubled };
}

async function readCalls(
  client: Client,
  project: string,
  ids: readonly string[],
): Promise<StoredCall[]> {
  const body = { project_id: project, filter: { call_ids: ids } };
  const text = await client.post("/traces/calls/stream_query", body);
  const lines = text.split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as StoredCall);
}

function isWhole(call: StoredCall, halves: ReadonlySet<Half>): boolean {
  const { inputs, output } = contentOf(call.id);
  if (halves.has("s") && !isDeepStrictEqual(call.inputs, inputs)) return false;
  return !halves.has("e") || (call.ended_at !== null && isDeepStrictEqual(call.output, output));
}
