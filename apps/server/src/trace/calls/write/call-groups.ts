import type { PendingCall } from "./call-writes.ts";
import type { FoundCall } from "../read/calls-lookup-sql.ts";

/** Payload of stored calls that is held at once while they are put together anew. */
const maxLoadedBytes = 32 * 1024 * 1024;

/** The stored call that has to be read whole before this one can be written. */
export function toLoad(
  { text, deletes }: PendingCall,
  found: ReadonlyMap<string, FoundCall>,
): FoundCall | undefined {
  const call = found.get(text);
  return call && !call.isDeleted && !deletes ? call : undefined;
}

/** What can be written at once, then groups whose stored payloads are held together. */
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
