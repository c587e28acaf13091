import type { Row } from "./decoder.ts";
import { pendingTokens, type Sequence } from "./sequence.ts";

/** The rows that one sequence has in a step. */
export interface Share<Adapter> {
  readonly sequence: Sequence<Adapter>;
  readonly rows: number;
}

/** A position whose logits a step gives. */
export interface WantedLogits<Adapter> {
  readonly sequence: Sequence<Adapter>;
  readonly position: number;
}

/** Logits that a step computes: about 16 MB for prompts and 64 MB for sequences that go on. */
const maxPromptLogits = 4e6;
const maxNextLogits = 16e6;

/** Rows that prompts have at least, however many sequences go on: they may not starve. */
const minPromptRows = 16;

/**
 * Which sequences a step computes, and how many rows of each. Those that go on by one token have their row, as many as
 * there is memory for logits; prompts share what that leaves of the budget. Add the former first.
 */
export class StepPlan<Adapter> {
  readonly shares: Share<Adapter>[] = [];
  readonly #minPromptRows: number;
  #rowsLeft: number;
  #nextLeft: number;
  #logitsLeft: number;

  constructor(rows: number, vocabulary: number) {
    this.#minPromptRows = Math.min(rows, minPromptRows);
    this.#rowsLeft = rows;
    this.#nextLeft = Math.max(1, Math.floor(maxNextLogits / vocabulary));
    this.#logitsLeft = Math.max(1, Math.floor(maxPromptLogits / vocabulary));
  }

  /** Whether a prompt can have rows. */
  get hasRoom(): boolean {
    return this.#rowsLeft > 0;
  }

  /** How many rows of a sequence the step can take. */
  rowsFor(sequence: Sequence<Adapter>): number {
    const computable = computableTokens(sequence);
    if (pendingTokens(sequence) === 1) return this.#nextLeft > 0 ? computable : 0;
    const withoutLogits = Math.max(0, sequence.wantsLogitsFrom - sequence.computed);
    return Math.max(0, Math.min(computable, this.#rowsLeft, withoutLogits + this.#logitsLeft));
  }

  add(sequence: Sequence<Adapter>, rows: number): void {
    if (pendingTokens(sequence) === 1) {
      this.#nextLeft -= 1;
      this.#rowsLeft = Math.max(this.#minPromptRows, this.#rowsLeft - 1);
      this.shares.push({ sequence, rows });
      return;
    }
    const firstWanted = Math.max(0, sequence.wantsLogitsFrom - sequence.computed);
    this.shares.push({ sequence, rows });
    this.#rowsLeft -= rows;
    this.#logitsLeft -= Math.max(0, rows - firstWanted);
  }

  /** The sequence had to give way. */
  remove(sequence: Sequence<Adapter>): void {
    const place = this.shares.findIndex((share) => share.sequence === sequence);
    if (place >= 0) this.shares.splice(place, 1);
  }

  /** The rows of all shares, those of one adapter together, and which of them give logits. */
  rows(): { readonly rows: Row<Adapter>[]; readonly wanted: WantedLogits<Adapter>[] } {
    const rows: Row<Adapter>[] = [];
    const wanted: WantedLogits<Adapter>[] = [];
    for (const { sequence, rows: count } of byAdapter(this.shares)) {
      const { cached, computed, tokens } = sequence;
      if (cached === null) throw new Error("a planned sequence has no pages");
      const { adapter } = sequence.work;
      for (let position = computed; position < computed + count; position += 1) {
        const wantsLogits = position >= sequence.wantsLogitsFrom;
        rows.push({ token: tokens.at(position), position, sequence: cached, adapter, wantsLogits });
        if (wantsLogits) wanted.push({ sequence, position });
      }
    }
    return { rows, wanted };
  }
}

/** Tokens that can be computed now: without its mask all but the one whose logits need it, and none when paused. */
function computableTokens<Adapter>(sequence: Sequence<Adapter>): number {
  const state = sequence.work.state(sequence);
  if (sequence.cached === null || state === "paused") return 0;
  return state === "mask" ? pendingTokens(sequence) - 1 : pendingTokens(sequence);
}

/** In the order in which adapters first appear. */
function byAdapter<Adapter>(shares: readonly Share<Adapter>[]): Share<Adapter>[] {
  const groups = new Map<Adapter | null, Share<Adapter>[]>();
  for (const share of shares) {
    const { adapter } = share.sequence.work;
    const group = groups.get(adapter);
    if (group === undefined) groups.set(adapter, [share]);
    else group.push(share);
  }
  return [...groups.values()].flat();
}
