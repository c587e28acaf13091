import type { WorthySequence } from "../sequences/trained-groups.ts";
import { sharedPromptTokens } from "./shared-prompt.ts";
import { drawing, shuffled } from "./shuffled.ts";

/** The sequences of one optimizer step. */
export type Row = readonly WorthySequence[];

/** What rows have room for. */
export interface RowLimits {
  /** Tokens of a row; as the longest sequence needs where left out. */
  readonly rowTokens: number | undefined;
  /** The most tokens that the model takes at once. */
  readonly contextTokens: number;
  /** Decides the order: the same seed packs the same groups alike. */
  readonly seed: number;
}

/** Rows, and how many sequences fit none. */
export interface PackedRows {
  readonly rows: readonly Row[];
  readonly dropped: number;
}

/** The length of rows grows in steps of so many tokens. */
const rowStep = 2048;

/**
 * Decides which sequences share an optimizer step (training-api §7.3). Groups go in order, each shuffled in itself; a
 * sequence joins the row before it if that has room, where the prompt that a group shares counts once a row; the rows
 * are shuffled at the end. A sequence that no row or no model can take is left out, and never cut.
 */
export function packRows(
  groups: readonly (readonly WorthySequence[])[],
  { rowTokens, contextTokens, seed }: RowLimits,
): PackedRows {
  const draw = drawing(seed);
  const limit = rowTokens ?? automaticRow(groups, contextTokens);
  const most = Math.min(limit, contextTokens);
  const rows: OpenRow[] = [];
  let dropped = 0;
  for (const group of groups) {
    const shared = sharedPromptTokens(group);
    for (const sequence of shuffled(group, draw)) {
      if (sequence.tokens.length > most) {
        dropped += 1;
        continue;
      }
      const last = rows.at(-1);
      if (last?.takes(sequence, group, shared, limit) === true) continue;
      rows.push(new OpenRow(sequence, group));
    }
  }
  return { rows: shuffled(rows, draw).map(({ sequences }) => sequences), dropped };
}

function automaticRow(
  groups: readonly (readonly WorthySequence[])[],
  contextTokens: number,
): number {
  const longest = groups.flat().reduce((most, { tokens }) => Math.max(most, tokens.length), 0);
  return Math.min(rowStep * Math.ceil(longest / rowStep), contextTokens);
}

class OpenRow {
  readonly sequences: WorthySequence[];
  readonly #groups: Set<readonly WorthySequence[]>;
  #tokens: number;

  constructor(first: WorthySequence, group: readonly WorthySequence[]) {
    this.sequences = [first];
    this.#groups = new Set([group]);
    this.#tokens = first.tokens.length;
  }

  /** Takes a sequence if there is room for what the row does not have of it yet. */
  takes(
    sequence: WorthySequence,
    group: readonly WorthySequence[],
    shared: number,
    limit: number,
  ): boolean {
    const tokens = sequence.tokens.length - (this.#groups.has(group) ? shared : 0);
    if (this.#tokens + tokens > limit) return false;
    this.#tokens += tokens;
    this.#groups.add(group);
    this.sequences.push(sequence);
    return true;
  }
}
