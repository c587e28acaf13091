import type { Trace } from "@heddle/types";
import type { Project } from "../../../access/project-id.ts";
import type { Requester } from "../../../access/requester.ts";
import { requestBounds } from "../../../config/request-bounds.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";
import type { Traces } from "../../../store/traces/traces.ts";
import type { DynamicField } from "../../query/dynamic-field.ts";
import type { Parameters } from "../../query/parameters.ts";
import { conditionsWithout, queryFields } from "../../query/query-fields.ts";
import type { Refs } from "../../refs/refs.ts";
import { ExpandedField, LevelSql, type PlainField, refSql } from "../expand/expanded-field-sql.ts";
import { type FoundRefs, placeText } from "../expand/found-refs.ts";
import { type PayloadPlace, RefLevel } from "../expand/ref-level.ts";
import { howToNarrow, searchBehind } from "../expand/ref-search.ts";
import { expandedColumns } from "./call-columns-sql.ts";
import { selectCalls } from "./calls-selection.ts";
import { payloadPath } from "./payload-path.ts";
import { refsAt } from "./refs-at-sql.ts";

/** The parts of a request that name fields. */
export type Asking = Pick<Trace.CallsQuery, "filter" | "query" | "sort_by" | "expand_columns">;

/** The sources of values behind refs. */
export interface RefFieldsOptions {
  readonly traces: Traces;
  readonly refs: Pick<Refs, "values">;
}

const maxFields = requestBounds.searchedFields.limit;

/** The fields of one request whose paths lead through refs. */
export class RefFields {
  readonly #levels: ReadonlyMap<string, readonly RefLevel[]>;
  readonly #found: FoundRefs;

  private constructor(levels: ReadonlyMap<string, readonly RefLevel[]>, found: FoundRefs) {
    this.#levels = levels;
    this.#found = found;
  }

  /**
   * Reads the values behind the refs that the calls of a request have on the paths of its query and
   * order; undefined if no path leads through an expanded column.
   *
   * @throws InvalidInput if there are more refs, or larger values, than one query may look behind.
   */
  static async of(
    requester: Requester,
    project: Project,
    request: Asking,
    { traces, refs }: RefFieldsOptions,
    signal: AbortSignal,
  ): Promise<RefFields | undefined> {
    const levels = levelsOf(request);
    if (levels.size === 0) return undefined;
    const { filter, query } = request;
    const isBehind = (path: string): boolean => levels.has(nameOf(path) ?? "");
    const others = query ? conditionsWithout(query, isBehind) : undefined;
    const selecting = { filter: filter ?? null, query: (others ?? null) as Trace.Query | null };
    const selection = selectCalls(selecting, project, requester.projects);
    const all = [...levels.values()].flat();
    const places = new Map(all.map(({ place }) => [placeText(place), place]));
    const found = await refsAt(traces, selection, [...places.values()], signal);
    const atLevels = all.map((level) => [level, found.at(level.place).keys()] as const);
    await searchBehind(atLevels, { refs, requester, signal });
    return new RefFields(levels, found);
  }

  /** The field at a place, if its path leads through a ref. */
  field(place: PayloadPlace, plain: PlainField, parameters: Parameters): DynamicField | undefined {
    const levels = this.#levels.get(placeText(place));
    if (!levels) return undefined;
    const sql = levels.map((level) => {
      const ref = refSql(level.place, plain(level.place));
      return new LevelSql(level, ref, this.#found, parameters);
    });
    return new ExpandedField(plain(place), sql);
  }
}

/** The levels of each field of a request that leads through a ref, by its place. */
function levelsOf(request: Asking): Map<string, readonly RefLevel[]> {
  const tree = expandedColumns(request);
  const found = new Map<string, readonly RefLevel[]>();
  if (tree.size === 0) return found;
  const paths = request.query ? queryFields(request.query) : new Set<string>();
  for (const { field } of request.sort_by ?? []) paths.add(field);
  for (const path of paths) {
    const place = payloadPath(path);
    const levels = place ? RefLevel.of(place, tree) : [];
    if (place && levels.length > 0) found.set(placeText(place), levels);
  }
  if (found.size > maxFields) {
    throw new InvalidInput(
      `The query and sort_by have ${found.size} fields that lead through expand_columns; ` +
        `the limit is ${maxFields}. ${howToNarrow}`,
    );
  }
  return found;
}

function nameOf(path: string): string | undefined {
  const place = payloadPath(path);
  return place && placeText(place);
}
