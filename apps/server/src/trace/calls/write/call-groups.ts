import type { PendingCall } from "./call-writes.ts";
import type { FoundCall } from "../read/calls-lookup-sql.ts";

/** Most bytes of stored payloads in memory at once while calls are merged. */
const maxLoadedBytes = 32 * 1024 * 1024;

/** The stored call that must be read whole before this write; `undefined` if none. */
export function toLoad(
  { text, deletes }: PendingCall,
  found: ReadonlyMap<string, FoundCall>,
): FoundCall | undefined {
  const call = found.get(text);
  return call && !call.isDeleted && !deletes ? call : undefined;
}

/**
 * First the calls that need no read, then groups whose stored payloads fit into memory together.
 */
export function groupsOf(
  calls: readonly PendingCall[],
  found: ReadonlyMap<string, FoundCall>,
): PendingCall[][] {
  const groups: PendingCall[][] = [[]];
  let bytes = maxLoadedBytes;
  for (const call of calls) {
    const stored = toLoad(call, found);
    if (!stored) {
      groups[0]?.push(call);
      continue;
    }
    if (bytes + stored.storageBytes > maxLoadedBytes) {
      groups.push([]);
      bytes = 0;
    }
    bytes += stored.storageBytes;
    groups.at(-1)?.push(call);
  }
  return groups.filter((group) => group.length > 0);
}
