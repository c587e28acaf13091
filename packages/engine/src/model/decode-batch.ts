import type { Adapter } from "../adapters/adapter.ts";
import { lowRankStride } from "../adapters/low-rank.ts";
import type { CachedSequence } from "../cache/cached-sequence.ts";
import { pageTokens } from "../cache/page-tokens.ts";
import type { PagedCache } from "../cache/paged-cache.ts";
import type { Arena } from "../compute/arena.ts";
import type { Compute } from "../compute/compute.ts";
import type { Pointer } from "../compute/kernels.ts";
import { EngineError } from "../errors.ts";
import type { RopeTables } from "./rope-tables.ts";
import type { ModelShape } from "./shape.ts";

/** One position to compute. */
export interface DecodeRow {
  readonly token: number;
  readonly position: number;
  readonly sequence: CachedSequence;
  readonly adapter: Adapter | null;
  readonly wantsLogits: boolean;
}

/** Adjacent rows of one adapter. */
export interface AdapterSegment {
  readonly adapter: Adapter;
  readonly first: number;
  readonly count: number;
}

/** What every block of one decode pass shares. */
export interface DecodeBatch {
  readonly compute: Compute;
  readonly shape: ModelShape;
  readonly rope: RopeTables;
  readonly rows: number;
  readonly segments: readonly AdapterSegment[];
  /** int32 [rows] */
  readonly tokens: Pointer;
  /** int32 [rows] */
  readonly positions: Pointer;
  /** int32 [rows, 2]: page table, positions seen. */
  readonly pageRows: Pointer;
  /** int32 [wanted]: the rows whose logits are wanted, ascending. */
  readonly wantedRows: Pointer;
  readonly wanted: number;
  readonly pageTokens: number;
  readonly layerOffsets: readonly number[];
  /** Floats that a row × key-value head of attention reads, about. */
  readonly attentionWork: number;
  readonly scratch: DecodeScratch;
}

/** Buffers that every layer uses anew. */
export interface DecodeScratch {
  /** [rows, width] */
  readonly x: Pointer;
  readonly normed: Pointer;
  readonly added: Pointer;
  /** [rows · heads] */
  readonly rstd: Pointer;
  /** [rows, heads · headSize] */
  readonly query: Pointer;
  readonly mixed: Pointer;
  /** [rows, keyValueHeads · headSize] */
  readonly key: Pointer;
  readonly value: Pointer;
  /** [rows, feedForward] */
  readonly gate: Pointer;
  readonly up: Pointer;
  /** [rows, rank rounded up to 4] */
  readonly lowRank: Pointer;
}

/** Writes the rows into the arena. Throws `internal` for a row that would read or write where nothing is its own. */
export function layOutRows(
  model: { shape: ModelShape; compute: Compute; rope: RopeTables },
  rows: readonly DecodeRow[],
  cache: PagedCache,
  arena: Arena,
): DecodeBatch {
  const { shape, compute } = model;
  const count = rows.length;
  const tokens = arena.allocate(count * 5);
  const ints = compute.memory.ints(tokens, count * 5);
  const segments: { adapter: Adapter; first: number; count: number }[] = [];
  let wanted = 0;
  let positionsSeen = 0;
  let maxRank = 0;
  let adapter: Adapter | null = null;
  for (let i = 0; i < count; i++) {
    const row = rows[i]!;
    const { position, sequence } = row;
    checkRow(row, shape);
    ints[i] = row.token;
    ints[count + i] = position;
    ints[2 * count + 2 * i] = sequence.table;
    ints[2 * count + 2 * i + 1] = position + 1;
    if (row.wantsLogits) ints[4 * count + wanted++] = i;
    positionsSeen += position + 1;
    if (row.adapter !== adapter) {
      adapter = row.adapter;
      if (adapter !== null) {
        segments.push({ adapter, first: i, count: 0 });
        maxRank = Math.max(maxRank, adapter.rank);
      }
    }
    if (adapter !== null) segments.at(-1)!.count++;
  }
  const queries = count * shape.heads * shape.headSize;
  const keys = count * shape.keyValueHeads * shape.headSize;
  const width = count * shape.width;
  return {
    compute,
    shape,
    rope: model.rope,
    rows: count,
    segments,
    tokens,
    positions: tokens + count * 4,
    pageRows: tokens + count * 8,
    wantedRows: tokens + count * 16,
    wanted,
    pageTokens,
    layerOffsets: cache.layerOffsets,
    attentionWork: (positionsSeen / count) * shape.headSize * 2,
    scratch: {
      x: arena.allocate(width),
      normed: arena.allocate(width),
      added: arena.allocate(width),
      rstd: arena.allocate(count * shape.heads),
      query: arena.allocate(queries),
      mixed: arena.allocate(queries),
      key: arena.allocate(keys),
      value: arena.allocate(keys),
      gate: arena.allocate(count * shape.feedForward),
      up: arena.allocate(count * shape.feedForward),
      lowRank: arena.allocate(count * lowRankStride(maxRank)),
    },
  };
}

function checkRow({ token, position, sequence }: DecodeRow, shape: ModelShape): void {
  if (!(token >= 0 && token < shape.vocabulary)) {
    throw new EngineError(
      "internal",
      `Token ${token} is outside the vocabulary of ${shape.vocabulary}.`,
    );
  }
  if (!(position >= 0 && position < sequence.capacity && position < shape.contextTokens)) {
    throw new EngineError(
      "internal",
      `Position ${position} has no page: its sequence holds ${sequence.length} positions and has room for ` +
        `${sequence.capacity}. Reserve before decoding.`,
    );
  }
}
