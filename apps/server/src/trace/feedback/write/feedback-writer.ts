import type { WritableId } from "../../../access/project-id.ts";
import { GroupCommit } from "../../../store/traces/group-commit.ts";
import type { Traces } from "../../../store/traces/traces.ts";
import { insertTogether } from "../../../store/traces/writer.ts";
import { type FeedbackKey, highestVersion, keyText, versionsOf } from "./feedback-versions-sql.ts";

/** A row of feedback, or one that removes feedback. */
export interface FeedbackRow {
  readonly key: FeedbackKey & { readonly projectId: WritableId };
  /** Whether the server has just made the id, so that no other row can have it. */
  readonly isNew: boolean;
  /** The columns beside the key and the version, as members of a JSON object. */
  readonly members: string;
}

/** Rows that are stored together or not at all. */
export type FeedbackWrite = readonly FeedbackRow[];

export interface FeedbackWriterOptions {
  readonly traces: Traces;
  /** µs since 1970; it never gives a moment twice. */
  readonly nowUs: () => number;
  /** Whether other servers write to the same store. */
  readonly isShared: boolean;
  /** Bytes of feedback that may wait; further writes throw `QueueFull`. */
  readonly maxQueuedBytes: number;
}

/** Bytes of a row beside its members. */
const rowBytes = 200;

/**
 * All writes of feedback go through this class. One flush holds the writes of many requests, and
 * makes one insert, which the engine stores whole.
 *
 * The row with the highest version counts. A version is the time of the write. An earlier row can
 * have a higher one only if another server wrote it, or if the clock was set back: only then does the
 * writer look up the versions of the ids that it writes.
 */
export class FeedbackWriter {
  readonly #traces: Traces;
  readonly #nowUs: () => number;
  readonly #isShared: boolean;
  readonly #queue: GroupCommit<FeedbackWrite>;
  /** The highest version that was ahead of the clock when this server began to write. */
  #ahead: number | undefined;

  constructor({ traces, nowUs, isShared, maxQueuedBytes }: FeedbackWriterOptions) {
    this.#traces = traces;
    this.#nowUs = nowUs;
    this.#isShared = isShared;
    this.#queue = new GroupCommit<FeedbackWrite>({
      name: "feedback",
      sizeOf: bytesOf,
      commit: (writes) => this.#commit(writes),
      maxQueuedBytes,
    });
  }

  /** Bytes that wait or are being stored. */
  get queuedBytes(): number {
    return this.#queue.outstandingBytes;
  }

  /** Resolves when the rows are durable; if it throws, none of them is stored. */
  async write(rows: FeedbackWrite): Promise<void> {
    if (rows.length === 0) return;
    const [failure] = await this.#queue.submit([rows]);
    if (failure !== undefined) throw failure;
  }

  /** Refuses new writes, and resolves when the accepted ones are durable. */
  async close(): Promise<void> {
    await this.#queue.close();
  }

  async #commit(writes: readonly FeedbackWrite[]): Promise<readonly (Error | undefined)[]> {
    const stored = await this.#storedVersions(writes);
    const lines = writes.map((rows) =>
      rows.map(({ key, members }) => {
        const name = keyText(key);
        const before = stored.get(name);
        const version = Math.max(this.#nowUs(), (before ?? 0) + 1);
        if (before !== undefined) stored.set(name, version);
        const { projectId, id } = key;
        const own = JSON.stringify({ project_id: projectId, id, version });
        return `${own.slice(0, -1)},${members}}`;
      }),
    );
    return insertTogether(this.#traces, "feedback", lines);
  }

  async #storedVersions(writes: readonly FeedbackWrite[]): Promise<Map<string, number>> {
    const nowUs = this.#nowUs();
    this.#ahead ??= await highestVersion(this.#traces, nowUs);
    if (!this.#isShared && this.#ahead < nowUs) return new Map();
    const keys = writes.flat().flatMap(({ key, isNew }) => (isNew ? [] : [key]));
    return versionsOf(this.#traces, keys);
  }
}

function bytesOf(rows: FeedbackWrite): number {
  let bytes = 0;
  for (const { members } of rows) bytes += members.length + rowBytes;
  return bytes;
}
