import { currentRequest } from "../../../budgets/current-request.ts";
import { LoopTurn } from "../../../budgets/loop-turns.ts";
import { requestBounds } from "../../../config/request-bounds.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";
import { JsonPlaces } from "../../json-text/json-places.ts";
import { inGroups } from "./ref-groups.ts";
import type { RefLevel } from "./ref-level.ts";
import { RefValues, type RefValuesOptions } from "./ref-values.ts";

/** The refs that the calls of a selection have at a level. */
export type RefsAtLevel = readonly (readonly [level: RefLevel, refs: Iterable<string>])[];

/** Says how to ask for less. */
export const howToNarrow: string =
  "Narrow the query: filter by op_names, trace_ids or a time, or compare the refs themselves.";

const maxFollowed = requestBounds.followedRefs.limit;
const maxRefs = requestBounds.searchedRefs.limit;
const maxBytes = requestBounds.searchedBytes.limit;

/**
 * Gives each level the values of its refs, and goes on with the refs inside these values.
 *
 * @throws InvalidInput for more refs, or more bytes of values, than a query may look behind.
 */
export async function searchBehind(found: RefsAtLevel, options: RefValuesOptions): Promise<void> {
  const values = new RefValues(options);
  const account = currentRequest();
  const turn = new LoopTurn();
  const asked = new Map<RefLevel, Set<string>>();
  const seen = new Set<string>();
  let bytes = 0;
  let followed = 0;
  let open = new Map<string, RefLevel[]>();
  const ask = (level: RefLevel, ref: string): void => {
    const refs = asked.get(level) ?? new Set<string>();
    if (refs.has(ref)) return;
    asked.set(level, refs.add(ref));
    seen.add(ref);
    if (seen.size > maxRefs) throw tooManyRefs();
    followed += 1;
    if (followed > maxFollowed) throw tooManyFollowed();
    const levels = open.get(ref);
    if (levels) levels.push(level);
    else open.set(ref, [level]);
  };
  for (const [level, refs] of found) for (const ref of refs) ask(level, ref);
  while (open.size > 0) {
    const now = open;
    open = new Map();
    for await (const [ref, value] of inGroups([...now.keys()], values)) {
      if (turn.isOver) await turn.next();
      const places = new JsonPlaces(value.text);
      for (const level of now.get(ref) ?? []) {
        const next = level.take(ref, places);
        if (next) ask(next.level, next.ref);
        const more = level.bytesOf(ref);
        bytes += more;
        if (bytes > maxBytes) throw tooManyBytes();
        account?.hold(more);
      }
    }
  }
  values.release();
}

/** The refusal of a query that looks behind too many refs. */
export function tooManyRefs(): InvalidInput {
  return new InvalidInput(
    `The query looks through expand_columns behind more than ${maxRefs} different refs, ` +
      `the limit of one query. ${howToNarrow}`,
  );
}

function tooManyFollowed(): InvalidInput {
  return new InvalidInput(
    `The fields of the query follow more than ${maxFollowed} refs in all, the limit of one query. ` +
      howToNarrow,
  );
}

function tooManyBytes(): InvalidInput {
  return new InvalidInput(
    "The values that the query compares or sorts by, behind the refs of expand_columns, have " +
      `more than ${maxBytes} bytes, the limit of one query. ${howToNarrow}`,
  );
}
