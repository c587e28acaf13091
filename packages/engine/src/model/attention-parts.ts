import type { Arena } from "../compute/arena.ts";
import type { Pointer } from "../compute/kernels.ts";
import type { EngineMemory } from "../compute/memory.ts";
import type { ModelShape } from "./shape.ts";

/** Attention that runs in one go: some whole sequences, or some key-value heads of one. */
export interface AttentionPart {
  /** int32 [sequenceCount, 3]: first row, length, offset (floats) of its probabilities within the part. */
  readonly sequences: Pointer;
  readonly sequenceCount: number;
  readonly firstKeyValueHead: number;
  readonly keyValueHeads: number;
  /** Attention probabilities: Σ heads · length · (length rounded up to 4). */
  readonly probabilityFloats: number;
}

interface Draft {
  rows: number[];
  firstKeyValueHead: number;
  keyValueHeads: number;
  floats: number;
}

/**
 * Cuts the attention of a layer so that no part's probabilities take more than `maxFloats`, or only those of a single
 * key-value head: whole sequences together while they fit, and one that is too long head by head.
 */
export function attentionParts(
  lengths: readonly number[],
  shape: ModelShape,
  maxFloats: number,
  memory: EngineMemory,
  arena: Arena,
): AttentionPart[] {
  const group = shape.heads / shape.keyValueHeads;
  const drafts: Draft[] = [];
  let shared: Draft | null = null;
  let row = 0;
  for (const length of lengths) {
    const headFloats = group * length * Math.ceil(length / 4) * 4;
    const floats = headFloats * shape.keyValueHeads;
    if (floats > maxFloats) {
      shared = null;
      const heads = Math.max(1, Math.floor(maxFloats / headFloats));
      for (let first = 0; first < shape.keyValueHeads; first += heads) {
        const keyValueHeads = Math.min(heads, shape.keyValueHeads - first);
        const rows = [row, length, 0];
        drafts.push({
          rows,
          firstKeyValueHead: first,
          keyValueHeads,
          floats: headFloats * keyValueHeads,
        });
      }
    } else {
      if (shared === null || shared.floats + floats > maxFloats) {
        shared = { rows: [], firstKeyValueHead: 0, keyValueHeads: shape.keyValueHeads, floats: 0 };
        drafts.push(shared);
      }
      shared.rows.push(row, length, shared.floats);
      shared.floats += floats;
    }
    row += length;
  }
  return drafts.map(({ rows, firstKeyValueHead, keyValueHeads, floats }) => {
    const sequences = arena.allocate(rows.length);
    memory.ints(sequences, rows.length).set(rows);
    const sequenceCount = rows.length / 3;
    return {
      sequences,
      sequenceCount,
      firstKeyValueHead,
      keyValueHeads,
      probabilityFloats: floats,
    };
  });
}
