import { EngineError } from "../errors.ts";
import type { Decoder, LogitRows, Row } from "./decoder.ts";
import { PrefixCache, type SharedPrefix } from "./prefix-cache.ts";
import { RowBudget } from "./row-budget.ts";
import { tryReserve, unlessFull } from "./try-reserve.ts";
import { pendingTokens, type Sequence } from "./sequence.ts";
import { comesBefore, insertInOrder } from "./sequence-order.ts";
import { StepPlan } from "./step-plan.ts";

/** How much one scheduler takes on. */
export interface SchedulerLimits {
  /** Sequences that hold pages at once. */
  readonly maxRunning: number;
  /** Rows of one step at most. */
  readonly maxRows: number;
  /** What a step should take, so that a stream does not wait long for its next token. */
  readonly stepMs: number;
  /** What it may take while no stream waits: larger chunks of a prompt are computed faster. */
  readonly promptStepMs: number;
  /** Prompts kept for others to take over. */
  readonly maxPrefixes: number;
  /** Positions in a page of the cache. */
  readonly pageTokens: number;
}

/**
 * Continuous batching over one base model. A step takes a row of every running sequence and, with what is left of its
 * budget, chunks of prompts that wait; rows of all adapters go through the base together. Sequences are ordered by
 * priority, then arrival. When the cache is full, remembered prompts go first, then the youngest sequence gives way:
 * its pages are freed and it is computed again later, to the same numbers, since a row depends on nothing but itself.
 *
 * After Orca (Yu et al., 2022) for batching by iteration and vLLM (Kwon et al., 2023) for pages and giving way.
 */
export class Scheduler<Adapter> {
  readonly #decoder: Decoder<Adapter>;
  readonly #limits: SchedulerLimits;
  readonly #budget: RowBudget;
  readonly prefixes: PrefixCache;
  #waiting: Sequence<Adapter>[] = [];
  #running: Sequence<Adapter>[] = [];

  constructor(decoder: Decoder<Adapter>, limits: SchedulerLimits, now: () => number) {
    this.#decoder = decoder;
    this.#limits = limits;
    this.#budget = new RowBudget(limits.maxRows, now);
    this.prefixes = new PrefixCache(limits.pageTokens, limits.maxPrefixes);
  }

  get waitingCount(): number {
    return this.#waiting.length;
  }

  get runningCount(): number {
    return this.#running.length;
  }

  /** Whether the whole cache could hold a sequence of so many tokens; asked before it is added. */
  couldHold(tokens: number): boolean {
    return Math.ceil(tokens / this.#limits.pageTokens) <= this.#decoder.pages.capacityPages;
  }

  /** Queues a sequence. */
  add(sequence: Sequence<Adapter>): void {
    insertInOrder(this.#waiting, sequence);
  }

  /**
   * A sequence that goes on from another with what that one has in the cache; it needs no admission of its own.
   * Where the other had to give way, this one is computed from the start, too.
   */
  fork(from: Sequence<Adapter>, to: Sequence<Adapter>): void {
    to.isAdmitted = true;
    if (from.cached === null) {
      insertInOrder(this.#waiting, to);
      return;
    }
    to.cached = from.cached.fork();
    to.cached.truncate(from.computed);
    to.computed = from.computed;
    insertInOrder(this.#running, to);
  }

  /** Ends a sequence and frees its pages; `keep` remembers what was computed for others. */
  finish(sequence: Sequence<Adapter>, keep: boolean): void {
    if (sequence.isFinished) return;
    sequence.isFinished = true;
    if (keep) this.remember(sequence);
    sequence.cached?.release();
    sequence.cached = null;
    this.#running = this.#running.filter((other) => other !== sequence);
    this.#waiting = this.#waiting.filter((other) => other !== sequence);
  }

  /** Lets others take over what is computed of a sequence so far, where there is memory to remember it. */
  remember(sequence: Sequence<Adapter>): void {
    const { cached } = sequence;
    if (cached === null) return;
    const tokens = sequence.tokens.view(0, sequence.computed);
    unlessFull(() => this.prefixes.remember(sequence.work.space, tokens, cached));
  }

  /** Computes one step and returns its number of rows; 0 when there was nothing to do. */
  step(): number {
    const plan = this.#plan();
    const { rows, wanted } = plan.rows();
    if (rows.length === 0) return 0;
    this.#budget.begin();
    const logits = this.#decode(rows, plan);
    if (logits === null) return rows.length;
    this.#budget.end(rows.length);
    for (const { sequence, rows: count } of plan.shares) sequence.computed += count;
    for (const [index, { sequence, position }] of wanted.entries()) {
      if (sequence.isFinished) continue;
      sequence.wantsLogitsFrom = position + 1;
      try {
        sequence.work.logits(sequence, position, logits(index));
      } catch (error) {
        sequence.work.failed(error);
      }
    }
    return rows.length;
  }

  /** Null when it failed; then somebody's work has failed, and the others can be tried again. */
  #decode(rows: readonly Row<Adapter>[], { shares }: StepPlan<Adapter>): LogitRows | null {
    try {
      return this.#decoder.decode(rows);
    } catch (error) {
      const sequences = shares.map(({ sequence }) => sequence);
      // Too little memory for all of them may be enough without the youngest.
      const isCrowded = error instanceof EngineError && error.kind === "busy" && shares.length > 1;
      if (isCrowded) sequences.sort((a, b) => (comesBefore(a, b) ? 1 : -1)).splice(1);
      for (const sequence of sequences) sequence.work.failed(error);
      return null;
    }
  }

  #plan(): StepPlan<Adapter> {
    const running = [...this.#running];
    // Those that go on by one token first: prompts take what is left of the budget.
    const isShort = (sequence: Sequence<Adapter>): boolean => pendingTokens(sequence) === 1;
    const { stepMs, promptStepMs } = this.#limits;
    const rows = this.#budget.rows(running.some(isShort) ? stepMs : promptStepMs);
    const plan = new StepPlan<Adapter>(rows, this.#decoder.vocabulary);
    for (const sequence of running) if (isShort(sequence)) this.#take(sequence, plan);
    for (const sequence of running) if (!isShort(sequence)) this.#take(sequence, plan);
    while (plan.hasRoom && this.#hasSlot()) {
      const next = this.#waiting.find((sequence) => this.#mayEnter(sequence));
      if (next === undefined || !this.#admit(next)) break;
      this.#take(next, plan);
    }
    return plan;
  }

  #take(sequence: Sequence<Adapter>, plan: StepPlan<Adapter>): void {
    const rows = plan.rowsFor(sequence);
    if (rows > 0 && this.#reserve(sequence, rows, plan)) plan.add(sequence, rows);
  }

  /** Whether one more sequence may run; one whose consumer is slow gives up its place. */
  #hasSlot(): boolean {
    if (this.#running.length < this.#limits.maxRunning) return true;
    if (!this.#waiting.some((sequence) => this.#mayEnter(sequence))) return false;
    return this.#pausedGivesWay();
  }

  #pausedGivesWay(): boolean {
    const paused = this.#running.findLast((other) => other.work.state(other) === "paused");
    if (paused !== undefined) this.#giveWay(paused);
    return paused !== undefined;
  }

  #mayEnter(sequence: Sequence<Adapter>): boolean {
    return sequence.work.state(sequence) !== "paused" && !this.#awaitsEqualPrompt(sequence);
  }

  /** Equal prompts that arrive together: one is computed, the others wait for it and take it over. */
  #awaitsEqualPrompt(sequence: Sequence<Adapter>): boolean {
    if (!sequence.sharesPrompt || sequence.tokens.length <= this.#limits.pageTokens) return false;
    return this.#running.some(
      (other) =>
        other.work.space === sequence.work.space &&
        other.computed < sequence.tokens.length - 1 &&
        other.tokens.length === sequence.tokens.length &&
        equalTokens(other.tokens.view(), sequence.tokens.view()),
    );
  }

  /** Gives a waiting sequence its first pages; false when none can be had without taking them from the running. */
  #admit(sequence: Sequence<Adapter>): boolean {
    const isCrowded = this.#running.length > 0;
    let begun = this.#begin(sequence);
    // A sequence that gave way comes back only when all it had fits, or two would push each other out for ever.
    while (
      begun === null ||
      !tryReserve(begun.cached, isCrowded ? sequence.tokens.length + 1 - begun.positions : 1)
    ) {
      if (this.prefixes.evictOldest() || this.#pausedGivesWay()) {
        begun ??= this.#begin(sequence);
        continue;
      }
      begun?.cached.release();
      if (isCrowded) return false;
      this.#abandon(sequence);
      return true;
    }
    const { cached, positions } = begun;
    this.#waiting = this.#waiting.filter((other) => other !== sequence);
    insertInOrder(this.#running, sequence);
    sequence.cached = cached;
    sequence.computed = positions;
    if (!sequence.isAdmitted) {
      sequence.isAdmitted = true;
      sequence.work.admitted(sequence, positions);
    }
    return true;
  }

  /** Positions for a sequence, those of others with the same prompt if there are any; null without memory for them. */
  #begin(sequence: Sequence<Adapter>): SharedPrefix | null {
    return unlessFull(() => {
      const isSharing = sequence.sharesPrompt || sequence.isAdmitted;
      const shared = isSharing ? this.#sharedPrefix(sequence) : null;
      return shared ?? { cached: this.#decoder.pages.sequence(), positions: 0 };
    });
  }

  #sharedPrefix(sequence: Sequence<Adapter>): SharedPrefix | null {
    const tokens = sequence.tokens.view();
    const limit = Math.min(tokens.length - 1, sequence.wantsLogitsFrom);
    return this.prefixes.find(sequence.work.space, tokens, limit);
  }

  /** Room for a sequence's next rows, from remembered prompts or from younger sequences. */
  #reserve(sequence: Sequence<Adapter>, rows: number, plan: StepPlan<Adapter>): boolean {
    while (sequence.cached !== null && !tryReserve(sequence.cached, rows)) {
      if (this.prefixes.evictOldest() || this.#pausedGivesWay()) continue;
      const youngest = this.#running.findLast((other) => other.cached !== null);
      if (youngest === undefined || (youngest === sequence && this.#running.length === 1)) {
        this.#abandon(sequence);
        return false;
      }
      this.#giveWay(youngest);
      plan.remove(youngest);
    }
    return sequence.cached !== null;
  }

  #giveWay(sequence: Sequence<Adapter>): void {
    sequence.cached?.release();
    sequence.cached = null;
    sequence.computed = 0;
    this.#running = this.#running.filter((other) => other !== sequence);
    insertInOrder(this.#waiting, sequence);
  }

  #abandon(sequence: Sequence<Adapter>): void {
    const message = `a sequence of ${sequence.tokens.length} tokens does not fit in the key-value cache; ask for fewer tokens or open the engine with a larger maxMemoryBytes`;
    sequence.work.failed(new EngineError("busy", message));
  }
}

function equalTokens(a: Int32Array, b: Int32Array): boolean {
  return a.every((token, index) => token === b[index]);
}
