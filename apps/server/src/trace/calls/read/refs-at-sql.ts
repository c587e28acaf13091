import { requestBounds } from "../../../config/request-bounds.ts";
import type { Traces } from "../../../store/traces/traces.ts";
import { mergedWhereOf } from "../../query/selection-sql.ts";
import { mergedSettings } from "../../query/versioned-table-sql.ts";
import { isRefSql, refKeySql, refSql } from "../expand/expanded-field-sql.ts";
import { FoundRefs, placeText } from "../expand/found-refs.ts";
import type { PayloadPlace } from "../expand/ref-level.ts";
import { tooManyRefs } from "../expand/ref-search.ts";
import { CallLeaf } from "./call-leaf-sql.ts";
import { rowsOf } from "./calls-rows-sql.ts";
import type { CallsSelection } from "./calls-selection.ts";

interface FoundRef {
  /** The number of the place. */
  readonly place: number;
  readonly ref: string;
  readonly key: string;
}

const maxRefs = requestBounds.searchedRefs.limit;
/** A longer text is no ref. */
const longestRef = requestBounds.refCharacters.limit;

/**
 * The different refs that the calls of a selection have at these places.
 *
 * @throws InvalidInput if there are more than one query may look behind.
 */
export async function refsAt(
  traces: Traces,
  selection: CallsSelection,
  places: readonly PayloadPlace[],
  signal: AbortSignal,
): Promise<FoundRefs> {
  const { rows, parameters, isNamed } = rowsOf(selection);
  const texts = places.map((place, index) => {
    const field = new CallLeaf(place, "whole", parameters, new Set());
    return `(${index}, ${refSql(place, field)})`;
  });
  const isRef = `${isRefSql("one.2")} AND length(one.2) <= ${longestRef}`;
  const found = await traces.query<FoundRef>(
    `SELECT DISTINCT one.1 AS place, one.2 AS ref, ${refKeySql("ref")} AS key FROM (
      SELECT arrayJoin(arrayFilter(one -> ${isRef}, [${texts.join(", ")}])) AS one
      FROM ${rows} ${mergedWhereOf(selection)}
    ) LIMIT ${maxRefs + 1}`,
    parameters.values,
    { signal, cost: isNamed ? "short" : "long", settings: isNamed ? {} : mergedSettings },
  );
  if (found.length > maxRefs) throw tooManyRefs();
  const keys = new Map<string, Map<string, string>>();
  for (const { place, ref, key } of found) {
    const name = placeText(places[place]!);
    const atPlace = keys.get(name) ?? new Map<string, string>();
    keys.set(name, atPlace.set(ref, key));
  }
  return new FoundRefs(keys);
}
