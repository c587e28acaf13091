import { requestBounds } from "../../config/request-bounds.ts";
import { invalidValue } from "../refusals.ts";
import { DigestList } from "./digest-list.ts";

/** One change of a list of row digests. */
export type TableEdit =
  | { readonly kind: "append"; readonly digest: string }
  | { readonly kind: "pop"; readonly index: number }
  | { readonly kind: "insert"; readonly index: number; readonly digest: string };

/** What a list of changes makes of a table. */
export interface ChangedTable {
  readonly rowDigests: readonly string[];
  /** One a change: the digest of the row that came in, or of the row that was taken out. */
  readonly updated: readonly string[];
}

/** Each looks for its place among all rows; appends, of which there may be any number, do not. */
const maxMoves = requestBounds.tableMoves.limit;

/** Does changes one after the other, each on the result of the one before. Throws `BadRequest`. */
export function applyEdits(base: readonly string[], edits: readonly TableEdit[]): ChangedTable {
  const moves = edits.filter((edit) => edit.kind !== "append").length;
  if (moves > maxMoves) {
    throw invalidValue(
      `updates has ${moves} pops and inserts; the limit is ${maxMoves}. Split the update.`,
    );
  }
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
  return invalidValue(
    `updates[${at}].${edit.kind}.index is ${edit.index}, ` +
      `but the table has ${length} rows at that point`,
  );
}
