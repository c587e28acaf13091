import type { CachedPositions } from "./decoder.ts";
import type { TokenBuffer } from "./token-buffer.ts";

/**
 * Whether a sequence can go on: `mask` waits for the mask of its next token, `paused` for a consumer that lags.
 */
export type SequenceState = "ready" | "mask" | "paused";

/**
 * What a sequence is computed for: sampling, scoring, beams. The scheduler feeds rows through the model and hands
 * over logits; which token follows, and when it is over, is the work's affair.
 */
export interface SequenceWork<Adapter> {
  /** Lower goes first. */
  readonly priority: number;
  /** Order of arrival; decides between equal priorities, and who gives way when the cache is full. */
  readonly arrival: number;
  readonly adapter: Adapter | null;
  /** Sequences share computed prompts only within one space: same adapter, same salt. */
  readonly space: string;
  state(sequence: Sequence<Adapter>): SequenceState;
  /** Called once, when the sequence is first let in, with the number of positions that were shared. */
  admitted(sequence: Sequence<Adapter>, sharedPositions: number): void;
  /** Logits [vocabulary] of a position that was asked for; good during the call alone. */
  logits(sequence: Sequence<Adapter>, position: number, logits: Float32Array): void;
  /** The sequence cannot go on; the work ends all of its sequences. */
  failed(error: unknown): void;
}

/** Tokens on their way through the model. All but the last `pending` of them lie in the cache. */
export interface Sequence<Adapter> {
  readonly work: SequenceWork<Adapter>;
  readonly tokens: TokenBuffer;
  /** First position whose logits are still wanted; those before are computed for the cache alone. */
  wantsLogitsFrom: number;
  /** Positions in the cache; back to 0 when the sequence had to give way. */
  computed: number;
  cached: CachedPositions | null;
  /** Whether a computed prompt of others may be taken over; not for prompts whose logits are wanted. */
  readonly sharesPrompt: boolean;
  isAdmitted: boolean;
  isFinished: boolean;
}

/** A sequence that has not begun. */
export function newSequence<Adapter>(
  work: SequenceWork<Adapter>,
  tokens: TokenBuffer,
  wantsLogitsFrom: number,
): Sequence<Adapter> {
  return {
    work,
    tokens,
    wantsLogitsFrom,
    computed: 0,
    cached: null,
    // The last position is always computed anew, for its logits; a prompt with earlier ones wanted shares nothing.
    sharesPrompt: wantsLogitsFrom >= tokens.length - 1,
    isAdmitted: false,
    isFinished: false,
  };
}

/** Tokens that are not in the cache yet. */
export function pendingTokens<Adapter>(sequence: Sequence<Adapter>): number {
  return sequence.tokens.length - sequence.computed;
}
