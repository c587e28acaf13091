import { type CallKey, type EndPart, partBytes, type StartPart } from "../record/call.ts";
import { keyText } from "../read/calls-lookup-sql.ts";

/** One thing to be done to one call. */
export interface CallWrite {
  readonly key: CallKey;
  readonly start?: StartPart | undefined;
  readonly end?: EndPart | undefined;
  /** A name given to the call itself, beside the one in its start. */
  readonly name?: string | undefined;
  readonly deletes?: boolean;
}

/** All that one flush does to one call. */
export interface PendingCall {
  readonly key: CallKey;
  readonly text: string;
  start: StartPart | undefined;
  end: EndPart | undefined;
  name: string | undefined;
  deletes: boolean;
  /** Which writes of the flush these are. */
  readonly writes: number[];
}

/** Bytes that a write holds while it waits. */
export function writeBytes({ start, end }: CallWrite): number {
  return 200 + (start ? partBytes(start) : 0) + (end ? partBytes(end) : 0);
}

/**
 * Brings the writes of a flush together by call, so that a start and its end become one row. Of a
 * part that comes twice the later counts; after a deletion nothing does.
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
