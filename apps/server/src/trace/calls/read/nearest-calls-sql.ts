import type { Traces } from "../../../store/traces/traces.ts";
import type { HeldRows } from "../../query/held-rows.ts";
import { KeyOrder } from "../../query/key-order.ts";
import { Parameters } from "../../query/parameters.ts";
import { whereOf } from "../../query/selection-sql.ts";
import { candidateSettings } from "../../query/versioned-table-sql.ts";
import type { CallRow } from "./call-answer.ts";
import type { CallsRequest } from "./call-chunks-sql.ts";
import type { CallsSelection } from "./calls-selection.ts";
import { calls } from "./calls-table.ts";

type Chunks = AsyncGenerator<HeldRows<CallRow>, void>;

/** Reads of more calls read all feedback. */
const mostWanted = 1_000;
const firstStretch = 2_000;
const mostStretch = 100_000;
/** The projection leads from refs to feedback. The bound on the start keeps calls in their key. */
const byRef = { optimize_use_projections: 1 };
/** The share of matches differs from stretch to stretch. */
const margin = 1.5;

/**
 * Reads calls in stretches of time if their feedback decides which of them match: the nearest
 * thousands of calls with their feedback take a tenth of the time that all feedback takes. When
 * matches are rare, the rest is read at once. `read` reads calls of a request.
 */
export async function* nearestFirst(
  traces: Traces,
  request: CallsRequest,
  read: (request: CallsRequest) => Chunks,
): Chunks {
  const { selection, limit, offset } = request;
  const isByStart = KeyOrder.of(selection.order.terms, calls.key) !== undefined;
  if (!selection.feedback || !isByStart || offset > 0 || limit > mostWanted) {
    yield* read(request);
    return;
  }
  let left = limit;
  let edge: string | undefined;
  for (let size = firstStretch; left > 0 && size <= mostStretch;) {
    const next = await edgeAfter(traces, request, edge, size);
    const before = left;
    const stretch = stretchOf(selection, edge, next);
    for await (const chunk of read({ ...request, selection: stretch, limit: left })) {
      yield chunk;
      left -= chunk.taken;
    }
    if (next === undefined) return;
    edge = next;
    const found = before - left;
    size = found === 0 ? Infinity : Math.ceil((left / found) * size * margin);
  }
  if (left === 0) return;
  const rest = stretchOf(selection, edge, undefined);
  yield* read({ ...request, selection: { ...rest, beside: selection.beside }, limit: left });
}

/** The start of the last call of a stretch; undefined if fewer calls are left. */
async function edgeAfter(
  traces: Traces,
  { selection, signal }: CallsRequest,
  edge: string | undefined,
  size: number,
): Promise<string | undefined> {
  const parameters = new Parameters(selection.parameters);
  const light = [...selection.light, ...boundsOf(selection, edge, undefined, parameters)];
  const direction = isBackwards(selection) ? "DESC" : "ASC";
  const [row] = await traces.query<{ start: string }>(
    `SELECT started_at AS start FROM ${calls.name} ${whereOf({ light, parameters })}
    ORDER BY started_at ${direction} LIMIT 1 OFFSET ${size - 1}`,
    parameters.values,
    { signal, settings: candidateSettings },
  );
  return row?.start;
}

/** The calls after one edge up to another, and only their feedback. */
function stretchOf(
  selection: CallsSelection,
  after: string | undefined,
  upTo: string | undefined,
): CallsSelection {
  const parameters = new Parameters(selection.parameters);
  const light = [...selection.light, ...boundsOf(selection, after, upTo, parameters)];
  const where = `WHERE ${light.join(" AND ")}`;
  const { beside, feedback } = selection;
  return {
    ...selection,
    light,
    parameters,
    ...(beside &&
      feedback && {
        beside: { ...beside, sql: feedback.joinSql(parameters, { where }), settings: byRef },
      }),
  };
}

function boundsOf(
  selection: CallsSelection,
  after: string | undefined,
  upTo: string | undefined,
  parameters: Parameters,
): string[] {
  const [later, until] = isBackwards(selection) ? ["<", ">="] : [">", "<="];
  const moment = (text: string): string => parameters.add(text, "DateTime64(6, 'UTC')");
  return [
    ...(after === undefined ? [] : [`started_at ${later} ${moment(after)}`]),
    ...(upTo === undefined ? [] : [`started_at ${until} ${moment(upTo)}`]),
  ];
}

function isBackwards({ order }: CallsSelection): boolean {
  return order.terms[0]?.isDescending === true;
}
