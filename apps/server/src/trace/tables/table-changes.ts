import { requestBounds } from "../../config/request-bounds.ts";
import { InvalidInput } from "../../refusals/refusal.ts";
import { DigestList } from "./digest-list.ts";

/** One change of a list of row digests. */
export type TableEdit =
  | { readonly kind: "append"; readonly digest: string }
  | { readonly kind: "pop"; readonly index: number }
  | { readonly kind: "insert"; readonly index: number; readonly digest: string };

/** The result of a list of changes. */
export interface ChangedTable {
  readonly rowDigests: readonly string[];
  /** For each change, the digest of the row that was added or removed. */
  readonly updated: readonly string[];
}

/**
 * Most pops and inserts: each searches its place among all rows. An append does not, so it is not
 * counted.
 */
const maxMoves = requestBounds.tableMoves.limit;

/** Throws `InvalidInput` for more pops and inserts than one update may have. */
export function checkMoves(edits: readonly { readonly kind: string }[]): void {
  const moves = edits.filter(({ kind }) => kind !== "append").length;
  if (moves <= maxMoves) return;
  throw new InvalidInput(
    `updates has ${moves} pops and inserts; the limit is ${maxMoves}. Split the update.`,
  );
}

/**
 * Applies changes one after the other, each to the result of the one before. Throws `InvalidInput`
 * for an index outside the table.
 */
export function applyEdits(base: readonly string[], edits: readonly TableEdit[]): ChangedTable {
  const rowDigests = new DigestList(base);
  const updated = edits.map((edit, at) => {
    const length = rowDigests.length;
    switch (edit.kind) {
      case "append":
        rowDigests.push(edit.digest);
        return edit.digest;
      case "insert":
        if (!isWithin(edit.index, length)) throw outside(at, edit, length);
        rowDigests.insert(edit.index, edit.digest);
        return edit.digest;
      default: {
        const removed = isWithin(edit.index, length - 1)
          ? rowDigests.remove(edit.index)
          : undefined;
        if (removed === undefined) throw outside(at, edit, length);
        return removed;
      }
    }
  });
  return { rowDigests: rowDigests.toArray(), updated };
}

function isWithin(index: number, last: number): boolean {
  return index >= 0 && index <= last;
}

function outside(at: number, edit: { kind: string; index: number }, length: number): Error {
  return new InvalidInput(
    `updates[${at}].${edit.kind}.index is ${edit.index}, ` +
      `but the table has ${length} rows at that point`,
  );
}
