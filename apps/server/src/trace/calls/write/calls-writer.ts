import { GroupCommit } from "../../../store/traces/group-commit.ts";
import type { Traces } from "../../../store/traces/traces.ts";
import { insertRows } from "../../../store/traces/writer.ts";
import {
  type CallStep,
  changeOf,
  type Origin,
  type StandingCall,
  standingOf,
} from "./call-changes.ts";
import { waitingRows } from "./call-part-rows.ts";
import { entriesOf, type Entry } from "./call-entries.ts";
import { byCall, type CallWrite, type PendingCall, writeBytes } from "./call-writes.ts";
import { groupsOf, toLoad } from "./call-groups.ts";
import {
  CallsLookup,
  type FoundCall,
  type LoadedCall,
  type WaitingPart,
} from "../read/calls-lookup-sql.ts";
import { mayHaveParts, meetCalls, type Meeting, meetParts } from "./calls-meeting.ts";
import { OpenCalls } from "./open-calls.ts";
import { SeenIds } from "./seen-ids.ts";

export interface CallsWriterOptions {
  readonly traces: Traces;
  /** µs since 1970. */
  readonly nowUs: () => number;
  /**
   * Whether other servers write to the same store. If not, this server does not look up its own
   * writes.
   */
  readonly isShared: boolean;
  /** Bytes of calls that may wait; further writes throw `QueueFull`. */
  readonly maxQueuedBytes?: number | undefined;
  /** Bytes of running calls that stay in memory until they end. */
  readonly maxOpenBytes?: number | undefined;
}

/** The outcome of each write of a flush; undefined for success. */
type Outcomes = (Error | undefined)[];

const defaultMaxQueuedBytes = 64 * 1024 * 1024;

/**
 * All writes of calls go through this class. One flush holds the writes of many requests. All
 * writes to one call become one row, which is durable before any of these requests is answered.
 *
 * Parts of a call may arrive separately. Each part is made durable first and then looks for the
 * others: a start in `call_parts`, a part without a start among the calls. The writer that sees
 * both writes the whole row. So parts meet in any order, even from two servers.
 */
export class CallsWriter {
  readonly #traces: Traces;
  readonly #lookup: CallsLookup;
  readonly #nowUs: () => number;
  readonly #queue: GroupCommit<CallWrite>;
  readonly #open: OpenCalls;
  readonly #seen: SeenIds;
  /** Whether the ids that an earlier owner left in the store are known. */
  #isSeenPrimed = false;
  readonly #isShared: boolean;

  constructor(options: CallsWriterOptions) {
    const { traces, nowUs, isShared, maxQueuedBytes, maxOpenBytes } = options;
    this.#traces = traces;
    this.#isShared = isShared;
    this.#lookup = new CallsLookup(traces);
    this.#nowUs = nowUs;
    this.#open = new OpenCalls(maxOpenBytes);
    this.#seen = new SeenIds(nowUs() / 1000);
    this.#queue = new GroupCommit<CallWrite>({
      name: "calls",
      sizeOf: writeBytes,
      commit: (writes) => this.#commit(writes),
      maxQueuedBytes: maxQueuedBytes ?? defaultMaxQueuedBytes,
    });
  }

  /** Bytes that wait or are being stored. */
  get queuedBytes(): number {
    return this.#queue.outstandingBytes;
  }

  /** Resolves when all writes are durable; throws the error of the first failed one. */
  async write(writes: readonly CallWrite[]): Promise<void> {
    const failure = (await this.#queue.submit(writes)).find((outcome) => outcome !== undefined);
    if (failure !== undefined) throw failure;
  }

  /** Refuses new writes, and resolves when the accepted ones are durable. */
  async close(): Promise<void> {
    await this.#queue.close();
  }

  async #commit(writes: readonly CallWrite[]): Promise<Outcomes> {
    const outcomes: Outcomes = Array.from({ length: writes.length });
    const nowUs = this.#nowUs();
    await this.#primeSeen();
    const calls = byCall(writes);
    const origins = new Map(calls.map((call) => [call, this.#originOf(call, nowUs)]));
    const unknown = calls.filter((call) => origins.get(call) === "store");
    // A flush serves many requests, so a client that leaves does not stop it.
    const found = await this.#lookup.find(
      unknown.map(({ key }) => key),
      undefined,
    );
    const waitingParts = await this.#waiting(unknown, found);
    const written: CallStep[] = [];
    for (const group of groupsOf(calls, found)) {
      const loaded = await this.#load(group, found);
      const steps = group.map((pending): CallStep => {
        const origin = origins.get(pending) ?? "store";
        const standing = this.#standing(pending, origin, found, loaded);
        const parts = waitingParts.get(pending.text);
        return { pending, change: changeOf(pending, standing, parts, nowUs), origin };
      });
      written.push(...(await this.#insert(steps, outcomes)));
    }
    const open = written.filter((step) => mayHaveParts(step, this.#isShared));
    await this.#meet(open, meetParts, nowUs, outcomes);
    const waiting = written.filter(({ change }) => this.#isShared && change.waiting);
    await this.#meet(waiting, meetCalls, nowUs, outcomes);
    return outcomes;
  }

  /**
   * Finds the times of stored ids, because a client's clock may be ahead and ours may have been set
   * back.
   */
  async #primeSeen(): Promise<void> {
    if (this.#isSeenPrimed || this.#isShared) return;
    this.#seen.take(await this.#lookup.minutesOfIds(this.#seen.sinceMs));
    this.#isSeenPrimed = true;
  }

  #originOf({ key, text, start, end, deletes }: PendingCall, nowUs: number): Origin {
    const isNew = this.#seen.isNew(key.id, nowUs / 1000);
    if (this.#isShared) return "store";
    if (isNew) return "new";
    const isLateEnd = end !== undefined && !start && !deletes;
    return isLateEnd && this.#open.get(text) ? "memory" : "store";
  }

  /**
   * The parts that wait already for calls of this flush without a start; the new parts are later.
   */
  async #waiting(
    calls: readonly PendingCall[],
    found: ReadonlyMap<string, FoundCall>,
  ): Promise<ReadonlyMap<string, WaitingPart>> {
    const alone = calls.filter(({ text, start, end }) => end && !start && !found.has(text));
    return alone.length === 0 ? new Map() : this.#lookup.parts(alone.map(({ key }) => key));
  }

  /** The stored calls of a group, from memory if it has their stored version. */
  async #load(
    group: readonly PendingCall[],
    found: ReadonlyMap<string, FoundCall>,
  ): Promise<ReadonlyMap<string, LoadedCall>> {
    const kept = new Map<string, LoadedCall>();
    const missing: FoundCall[] = [];
    for (const pending of group) {
      const stored = toLoad(pending, found);
      const open = stored && this.#open.get(pending.text);
      if (open?.version === stored?.version && open) kept.set(pending.text, open);
      else if (stored) missing.push(stored);
    }
    const loaded = await this.#lookup.load(missing);
    return new Map([...kept, ...loaded]);
  }

  #standing(
    { text }: PendingCall,
    origin: Origin,
    found: ReadonlyMap<string, FoundCall>,
    loaded: ReadonlyMap<string, LoadedCall>,
  ): StandingCall | undefined {
    const stored = found.get(text);
    if (stored) return standingOf(stored, loaded.get(text));
    const open = origin === "memory" ? this.#open.get(text) : undefined;
    return open && { ...open, startedAt: open.call.start.startedAt, isDeleted: false };
  }

  /** Makes changes durable; returns the steps that succeeded. */
  async #insert(steps: readonly CallStep[], outcomes: Outcomes): Promise<readonly CallStep[]> {
    const calls = entriesOf(steps, ({ change }) => change.rows);
    const later = entriesOf(steps, ({ change }) => change.laterRows);
    const parts = entriesOf(steps, ({ pending, change }) =>
      // A name also waits beside its call, for servers that have not seen it.
      change.waiting && (this.#isShared || !change.after)
        ? waitingRows(pending.key, change.waiting)
        : [],
    );
    const failed = new Set([
      ...(await this.#insertInto("calls", calls, outcomes)),
      ...(await this.#insertInto("calls", later, outcomes)),
      ...(await this.#insertInto("call_parts", parts, outcomes)),
    ]);
    for (const step of steps) {
      const { after } = step.change;
      if (after && !failed.has(step)) this.#open.set(step.pending.text, after);
      else this.#open.delete(step.pending.text);
    }
    return failed.size === 0 ? steps : steps.filter((step) => !failed.has(step));
  }

  async #insertInto(
    table: "calls" | "call_parts",
    entries: readonly Entry[],
    outcomes: Outcomes,
  ): Promise<CallStep[]> {
    const rows = entries.map(({ row }) => row);
    const failed: CallStep[] = [];
    for (const [index, failure] of (await insertRows(this.#traces, table, rows)).entries()) {
      const step = failure && entries[index]?.step;
      if (!step) continue;
      failed.push(step);
      fail([step], failure, outcomes);
    }
    return failed;
  }

  async #meet(
    steps: readonly CallStep[],
    look: (lookup: CallsLookup, steps: readonly CallStep[], nowUs: number) => Promise<Meeting>,
    nowUs: number,
    outcomes: Outcomes,
  ): Promise<void> {
    if (steps.length === 0) return;
    try {
      const meeting = await look(this.#lookup, steps, nowUs);
      await this.#insert(meeting.steps, outcomes);
      await this.#insertInto("call_parts", meeting.retiring, outcomes);
    } catch (error) {
      // They are durable, but their parts may not have met. If the client sends them again, they
      // look again.
      fail(steps, error as Error, outcomes);
    }
  }
}

function fail(steps: readonly CallStep[], failure: Error, outcomes: Outcomes): void {
  for (const { pending } of steps) {
    for (const index of pending.writes) outcomes[index] ??= failure;
  }
}
