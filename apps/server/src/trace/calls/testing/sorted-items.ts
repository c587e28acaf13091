import type { Trace } from "@heddle/types";
import { cast } from "../../query/testing/casts.ts";
import type { Item } from "../../query/testing/evaluate.ts";
import { PayloadValue } from "../../query/testing/payload-value.ts";
import { Moment, type Scalar, type Value } from "../../query/testing/values.ts";

/** Sorts items as the reference says; ties by id. */
export function sortedItems(items: readonly Item[], sortBy: readonly Trace.SortBy[]): Item[] {
  const terms = [...sortBy, { field: "id", direction: "asc" as const }];
  return items.toSorted((a, b) => {
    for (const { field, direction } of terms) {
      const order = compareValues(a(field), b(field), direction === "desc");
      if (order !== 0) return order;
    }
    return 0;
  });
}

function compareValues(a: Value, b: Value, isDescending: boolean): number {
  if (!(a instanceof PayloadValue) || !(b instanceof PayloadValue)) {
    return compareScalars(a as Scalar, b as Scalar, isDescending);
  }
  if (a.exists !== b.exists) return a.exists ? -1 : 1;
  const numbers = [a, b].map(({ text }) => cast(text, "double"));
  const byNumber = compareScalars(numbers[0]!, numbers[1]!, isDescending);
  if (byNumber !== 0) return byNumber;
  const texts = [a, b].map(({ text }) => Array.from(text).slice(0, 1_000).join(""));
  return compareScalars(texts[0]!, texts[1]!, isDescending);
}

/** Null comes last in both directions. */
function compareScalars(a: Scalar, b: Scalar, isDescending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order = ordered(a, b);
  return isDescending ? -order : order;
}

function ordered(a: Exclude<Scalar, null>, b: Exclude<Scalar, null>): number {
  if (typeof a === "string" && typeof b === "string") {
    return Buffer.compare(Buffer.from(a), Buffer.from(b));
  }
  const [left, right] = [a, b].map((side) => (side instanceof Moment ? side.micros : side));
  return left! < right! ? -1 : Number(left! > right!);
}
