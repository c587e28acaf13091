import type { WritableId } from "../../../access/project-id.ts";
import type { CallKey } from "../record/call.ts";
import { type EndPart, partBytes, type StartPart } from "../record/part.ts";
import { keyText } from "../read/calls-lookup-sql.ts";

/** One write to one call. */
export interface CallWrite {
  readonly key: CallKey & { readonly projectId: WritableId };
  readonly start?: StartPart | undefined;
  readonly end?: EndPart | undefined;
  /** A name given to the call itself, not in its start. */
  readonly name?: string | undefined;
  readonly deletes?: boolean;
}

/** All writes of one flush to one call. */
export interface PendingCall {
  readonly key: CallKey;
  readonly text: string;
  start: StartPart | undefined;
  end: EndPart | undefined;
  name: string | undefined;
  deletes: boolean;
  /** The indexes of these writes in the flush. */
  readonly writes: number[];
}

/** Bytes that a waiting write takes in memory. */
export function writeBytes({ start, end }: CallWrite): number {
  return 200 + (start ? partBytes(start) : 0) + (end ? partBytes(end) : 0);
}

/**
 * Groups the writes of a flush by call, so that a start and its end become one row. Of a repeated
 * part the later counts; after a deletion no part counts.
 */
export function byCall(writes: readonly CallWrite[]): PendingCall[] {
  const calls = new Map<string, PendingCall>();
  for (const [index, write] of writes.entries()) {
    const text = keyText(write.key);
    let call = calls.get(text);
    if (!call) {
      const { key } = write;
      call = {
        key,
        text,
        start: undefined,
        end: undefined,
        name: undefined,
        deletes: false,
        writes: [],
      };
      calls.set(text, call);
    }
    call.writes.push(index);
    if (call.deletes) continue;
    call.start = write.start ?? call.start;
    call.end = write.end ?? call.end;
    call.name = write.name ?? call.name;
    call.deletes = write.deletes ?? false;
  }
  return [...calls.values()];
}
