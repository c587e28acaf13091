import { json } from "@heddle/server-kit";
import type { Trace } from "@heddle/types";
import type { Project } from "../../../access/project-id.ts";
import type { Requester } from "../../../access/requester.ts";
import { LoopTurn } from "../../../budgets/loop-turns.ts";
import { LargestAnswer } from "../../../store/traces/answer-size.ts";
import { QueryLimit } from "../../../store/errors.ts";
import type { Traces } from "../../../store/traces/traces.ts";
import { externaliseText } from "../../digests/rewrite-refs.ts";
import { answerText } from "../../feedback/read/feedback-answer.ts";
import { refScope } from "../../refs/ref-scope.ts";
import { IdleTimer } from "../expand/idle-timer.ts";
import { feedbackOn, shownMembers } from "./feedback-rows-sql.ts";

/** Where the feedback comes from, and for whom. */
export interface FeedbackOnCallsOptions {
  readonly traces: Traces;
  readonly requester: Requester;
  readonly project: Project;
  readonly signal: AbortSignal;
  /** Whether each call is released before the next one is read. */
  readonly isStream: boolean;
  /** Feedback is released if no call is taken for so long. */
  readonly idleMs: number;
}

type Shown = readonly Trace.CallFeedback[];

const firstCalls = 500;
const mostCalls = 2_000;
/** Bytes of feedback that are read at once, but for a single call. */
const bytesAtOnce = 8 * 1024 * 1024;

/**
 * Gives calls their feedback. It reads the feedback of a group of calls at once, and halves the group
 * if that has too many bytes.
 */
export class FeedbackOnCalls implements Disposable {
  readonly #options: FeedbackOnCallsOptions;
  readonly #idle: IdleTimer;
  /** A stream drops the feedback of a group before it reads the next. */
  readonly #among: LargestAnswer | undefined;
  /** The feedback of the loaded calls, by their ids. */
  readonly #loaded = new Map<string, Shown>();
  #groupSize = firstCalls;

  constructor(options: FeedbackOnCallsOptions) {
    this.#options = options;
    this.#among = options.isStream ? new LargestAnswer() : undefined;
    this.#idle = new IdleTimer(options.idleMs, () => this.#loaded.clear());
  }

  /** Whether feedback is in memory. */
  get isHolding(): boolean {
    return this.#loaded.size > 0;
  }

  /** The feedback on a call, the oldest first. `next` gives the ids of the calls that follow. */
  async of(id: string, next: () => readonly string[]): Promise<Shown> {
    if (!this.#loaded.has(id)) await this.#load([id, ...next().slice(0, this.#groupSize - 1)]);
    const shown = this.#loaded.get(id) ?? [];
    this.#loaded.delete(id);
    this.#idle.start();
    return shown;
  }

  /** Releases what is in memory. */
  [Symbol.dispose](): void {
    this.#idle.stop();
    this.#loaded.clear();
  }

  async #load(ids: readonly string[]): Promise<void> {
    this[Symbol.dispose]();
    let group = ids;
    for (;;) {
      try {
        await this.#read(group);
        this.#groupSize = Math.min(this.#groupSize * 2, mostCalls);
        return;
      } catch (error) {
        const isFull = error instanceof QueryLimit && error.limit !== "memory";
        if (!isFull || group.length === 1) throw error;
      }
      this.#groupSize = Math.ceil(group.length / 2);
      group = group.slice(0, this.#groupSize);
    }
  }

  async #read(ids: readonly string[]): Promise<void> {
    const { traces, requester, project, signal } = this.#options;
    const maxBytes = ids.length === 1 ? undefined : bytesAtOnce;
    const options = { signal, cost: "short", among: this.#among } as const;
    const rows = await feedbackOn(traces, project.id, ids, maxBytes, options);
    const { visible } = refScope(requester);
    const turn = new LoopTurn();
    const byCall = new Map<string, Trace.CallFeedback[]>(ids.map((id) => [id, []]));
    for (const row of rows) {
      if (turn.isOver) await turn.next();
      const text = answerText(row, shownMembers.fields, project.name);
      const shown = json<Trace.CallFeedback>(await externaliseText(text, visible, turn));
      byCall.get(row.call_id)?.push(shown);
    }
    for (const [id, shown] of byCall) this.#loaded.set(id, shown);
  }
}
