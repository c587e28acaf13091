import { serialise } from "@heddle/server-kit";
import type { Access } from "../../access/access.ts";
import { RequestProjects } from "../../access/request-projects.ts";
import type { Requester } from "../../access/requester.ts";
import { inNoAccount } from "../../budgets/current-request.ts";
import { LoopTurn } from "../../budgets/loop-turns.ts";
import { Refusal } from "../../refusals/refusal.ts";
import type { Blobs } from "../../store/blobs/blobs.ts";
import { DiskFull, QueueFull, RowRefused, StoreUnavailable } from "../../store/errors.ts";
import type { Records, RecordsWriter } from "../../store/records/records.ts";
import { Sweeper } from "../../store/sweeper.ts";
import type { Calls } from "../../trace/calls/calls.ts";
import type { Feedback } from "../../trace/feedback/feedback.ts";
import type { GivenFeedback } from "../../trace/feedback/write/feedback-intake.ts";
import type { AcceptedTrajectories, TrajectoryTraces } from "../trajectories/trajectory-traces.ts";
import {
  forgetUntraced,
  insertUntraced,
  nextUntraced,
  recordTraced,
  type UntracedTrajectories,
} from "../trajectories/untraced-sql.ts";
import { storedTrajectories } from "./stored-trajectories.ts";
import { type TracedTrajectory, tracedTrajectory } from "./traced-trajectory.ts";

/** What the tracing of trajectories stands on. */
export interface TrajectoryTracingOptions {
  /** Off: nothing becomes a trace, and what is marked since before is forgotten. */
  readonly isOn: boolean;
  readonly records: Records;
  readonly blobs: Pick<Blobs, "open">;
  readonly calls: Pick<Calls, "complete">;
  readonly feedback: Pick<Feedback, "create">;
  readonly access: Pick<Access, "maySee">;
  readonly log: { error(fields: object, message: string): void };
  /** Called after contents were marked for deletion. */
  readonly onDoomed: () => void;
  /** How long to wait after a failure; ten seconds by default. */
  readonly retryMs?: number;
}

const defaultRetryMs = 10_000;
/** More trajectories, or more text, wait for the next write. */
const mostAtOnce = 100;
const charactersAtOnce = 1024 * 1024;

/** Trajectories that are written together. */
interface Batch {
  readonly traced: TracedTrajectory[];
  /** The position behind the last of them. */
  readonly end: number;
}

/**
 * Makes traces of trajectories, with their rewards as feedback.
 *
 * The transaction that accepts trajectories marks them, and the mark goes when all are written: a crash
 * forgets none. Their ids follow from their places, so a batch that is written again after a crash
 * overwrites itself. What the trace store refuses for good is left out, and the log says so.
 */
export class TrajectoryTracing extends Sweeper implements TrajectoryTraces {
  readonly #options: TrajectoryTracingOptions;

  constructor(options: TrajectoryTracingOptions) {
    const { log, retryMs = defaultRetryMs } = options;
    const onFailure = (err: unknown): void =>
      log.error({ err }, "trajectories are not traces yet; trying again");
    super({ retryMs, onFailure });
    this.#options = options;
  }

  get isOn(): boolean {
    return this.#options.isOn;
  }

  async mark(tx: RecordsWriter, accepted: AcceptedTrajectories): Promise<void> {
    if (this.#options.isOn) await insertUntraced(tx, accepted);
  }

  begin(): void {
    inNoAccount(() => this.sweep());
  }

  protected override async sweepOnce(): Promise<boolean> {
    const { records, isOn, log } = this.#options;
    let isComplete = true;
    let set = await nextUntraced(records, undefined);
    while (set !== undefined && !this.isClosed) {
      try {
        if (isOn) await this.#trace(set);
        else await this.#forget(set);
      } catch (err) {
        if (isPassing(err)) throw err;
        // The others do not wait for it.
        log.error({ err, trajectories: set.id }, "trajectories did not become traces");
        isComplete = false;
      }
      set = await nextUntraced(records, set);
    }
    return isComplete && set === undefined;
  }

  async #trace(set: UntracedTrajectories): Promise<void> {
    const { records, blobs, log } = this.#options;
    const { signal } = new AbortController();
    const found = await blobs.open(set.digest, signal);
    if (found === undefined) {
      log.error({ trajectories: set.id }, "trajectories to trace are gone from the store");
    } else {
      for await (const { traced, end } of batchesOf(set, found.stream)) {
        await this.#write(set, traced);
        await recordTraced(records, set.id, end);
        if (this.isClosed) return;
      }
    }
    await this.#forget(set);
  }

  async #forget(set: UntracedTrajectories): Promise<void> {
    await forgetUntraced(this.#options.records, set);
    this.#options.onDoomed();
  }

  async #write(set: UntracedTrajectories, traced: readonly TracedTrajectory[]): Promise<void> {
    try {
      await this.#store(set, traced);
    } catch (err) {
      if (!isForGood(err)) throw err;
      if (traced.length > 1) {
        for (const one of traced) await this.#write(set, [one]);
        return;
      }
      const call = traced[0]?.calls[0]?.id;
      this.#options.log.error({ err, call }, "the trace store refuses a trajectory");
    }
  }

  async #store(set: UntracedTrajectories, traced: readonly TracedTrajectory[]): Promise<void> {
    const { calls, feedback } = this.#options;
    const requester = this.#requesterOf(set);
    const project = requester.projects.writable(`${set.entity}/${set.project}`);
    await calls.complete(requester, project, { batch: traced.flatMap((one) => one.calls) });
    const given = traced
      .flatMap((one) => one.feedback)
      .map((item): GivenFeedback => ({ project, item, payloadText: serialise(item.payload) }));
    await feedback.create(requester, given, new AbortController().signal);
  }

  /** Who sent the trajectories: their key may be gone by now. */
  #requesterOf({ entity, userName }: UntracedTrajectories): Requester {
    const principal = { keyId: "", entity, role: "write" as const, userName };
    const operation = { id: "trace_trajectories", access: "write" as const };
    return { principal, projects: new RequestProjects(this.#options.access, principal, operation) };
  }
}

async function* batchesOf(
  set: UntracedTrajectories,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Batch, void> {
  const turn = new LoopTurn();
  let traced: TracedTrajectory[] = [];
  let characters = 0;
  let end = set.traced;
  for await (const stored of storedTrajectories(bytes, set.traced)) {
    if (turn.isOver) await turn.next();
    const one = tracedTrajectory(set, stored);
    traced.push(one);
    characters += serialise(one).length;
    end = stored.position + 1;
    if (traced.length < mostAtOnce && characters < charactersAtOnce) continue;
    yield { traced, end };
    [traced, characters] = [[], 0];
  }
  if (traced.length > 0) yield { traced, end };
}

/** Whether the same write succeeds later. */
function isPassing(error: unknown): boolean {
  return [QueueFull, StoreUnavailable, DiskFull].some((kind) => error instanceof kind);
}

/** Whether the same write fails each time. */
function isForGood(error: unknown): boolean {
  return error instanceof Refusal || error instanceof RowRefused;
}
