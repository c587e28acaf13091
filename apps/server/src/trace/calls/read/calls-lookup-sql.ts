import type { ProjectId } from "../../../access/project-id.ts";
import { ownRead, type ReadOptions, type Traces } from "../../../store/traces/traces.ts";
import { Parameters } from "../../query/parameters.ts";
import { type CallKey, type KnownCall, type Name, standingName } from "../record/call.ts";
import { payloadNames } from "../record/call-payload.ts";
import type { EndPart } from "../record/part.ts";
import {
  endColumns,
  endOf,
  type EndRow,
  knownCall,
  nameColumns,
  nameOf,
  type NameRow,
  startColumns,
  type StoredRow,
} from "../record/stored-call.ts";
import { uuidV7, uuidV7Pattern } from "../../uuid-v7.ts";

/** The place of a call in the store, and whether it is deleted. */
export interface FoundCall {
  readonly key: CallKey;
  readonly startedAt: string;
  readonly traceId: string;
  readonly version: number;
  readonly isDeleted: boolean;
  readonly storageBytes: number;
}

/** A call and the version of its row. */
export interface LoadedCall {
  readonly call: KnownCall;
  /** Another server may have written the call after it was found; then this version is later. */
  readonly version: number;
}

/** A part that waits for the rest of its call: an end, a name, or both. */
export interface WaitingPart {
  readonly end: EndPart | undefined;
  readonly name: Name | undefined;
  readonly versions: PartVersions;
}

/** Versions of the rows of waiting parts, by kind. */
export type PartVersions = Readonly<Partial<Record<"end" | "name", number>>>;

/** More minutes than this mean that the ids carry invented times. */
const maxMinutes = 20_000;
/** Most keys in one statement. */
const keysPerStatement = 2_000;

interface KeyRow {
  readonly project_id: ProjectId;
  readonly id: string;
}
interface FoundRow extends KeyRow {
  readonly started_at: string;
  readonly trace_id: string;
  readonly version: number;
  readonly is_deleted: number;
  readonly storage_bytes: number;
}
interface LoadedRow extends KeyRow, StoredRow {
  readonly version: number;
  readonly is_deleted: number;
}
interface PartRow extends KeyRow, EndRow, NameRow {
  readonly kind: "end" | "name";
  readonly version: number;
}

/** The key of a call in maps. It is unique, because internal project ids have no slash. */
export function keyText({ projectId, id }: CallKey): string {
  return `${projectId}/${id}`;
}

/**
 * Finds calls and parts of calls by id, mostly for the writer, which asks for many requests at
 * once.
 */
export class CallsLookup {
  readonly #traces: Traces;

  constructor(traces: Traces) {
    this.#traces = traces;
  }

  /**
   * The places of these calls; calls that are not stored are absent. It reads the projection by id
   * without merging: of several rows the highest version counts.
   */
  async find(
    keys: readonly CallKey[],
    signal: AbortSignal | undefined,
  ): Promise<Map<string, FoundCall>> {
    const rows = await this.#rowsOf<FoundRow>(
      keys,
      { signal, cost: "short" },
      (where) => `SELECT project_id, id, started_at, trace_id, version, is_deleted, storage_bytes
        FROM calls
        WHERE ${where} ORDER BY version DESC LIMIT 1 BY project_id, id`,
    );
    return byKey(rows, (row) => ({
      key: keyOf(row),
      startedAt: row.started_at,
      traceId: row.trace_id,
      version: row.version,
      isDeleted: row.is_deleted === 1,
      storageBytes: row.storage_bytes,
    }));
  }

  /** The whole rows of found calls. */
  async load(found: readonly FoundCall[]): Promise<Map<string, LoadedCall>> {
    if (found.length === 0) return new Map();
    const parameters = new Parameters();
    const [projects, ids] = keyLists(
      parameters,
      found.map(({ key }) => key),
    );
    const moments = parameters.addList(
      found.map(({ startedAt }) => startedAt),
      "Array(DateTime64(6, 'UTC'))",
    );
    const rows = await this.#traces.query<LoadedRow>(
      `SELECT project_id, id, started_at, ${startColumns}, ${endColumns}, ${nameColumns},
        ${payloadNames.join(", ")}, version, is_deleted FROM calls
      WHERE (project_id, started_at, id) IN arrayZip(${projects}, ${moments}, ${ids})
      ORDER BY version DESC LIMIT 1 BY project_id, id`,
      parameters.values,
      { ...ownRead, cost: "short" },
    );
    return byKey(rows, (row) => ({
      call: knownCall(row),
      // Version 0, so that no later write wins over a deletion that came meanwhile.
      version: row.is_deleted === 1 ? 0 : row.version,
    }));
  }

  /** The parts that wait for these calls. */
  async parts(keys: readonly CallKey[]): Promise<Map<string, WaitingPart>> {
    const rows = await this.#rowsOf<PartRow>(
      keys,
      { ...ownRead, cost: "short" },
      (
        where,
      ) => `SELECT project_id, id, kind, ${endColumns}, ${nameColumns}, output, summary, version
        FROM call_parts FINAL WHERE ${where}`,
    );
    const parts = new Map<string, WaitingPart>();
    for (const row of rows) {
      const key = keyText(keyOf(row));
      const { end, name, versions } = parts.get(key) ?? { versions: {} };
      parts.set(key, {
        end: row.kind === "end" ? endOf(row) : end,
        name: standingName(name, nameOf(row)),
        versions: { ...versions, [row.kind]: row.version },
      });
    }
    return parts;
  }

  /** The minutes since 1970, later than `afterMs`, of all stored ids of version 7. */
  async minutesOfIds(afterMs: number): Promise<number[]> {
    const parameters = new Parameters();
    const least = parameters.add(uuidV7(afterMs, new Uint8Array(10)), "String");
    const pattern = parameters.add(uuidV7Pattern.source, "String");
    const minutes = await Promise.all(
      ["calls", "call_parts"].map((table) =>
        this.#traces.query<{ readonly minute: number }>(
          `SELECT DISTINCT toUInt32(intDiv(reinterpretAsUInt64(reverse(unhex(
            concat(substring(id, 1, 8), substring(id, 10, 4))))), 60000)) AS minute
          FROM ${table}
          WHERE id > ${least} AND match(id, ${pattern}) LIMIT ${maxMinutes}`,
          parameters.values,
          ownRead,
        ),
      ),
    );
    return minutes.flat().map(({ minute }) => minute);
  }

  async #rowsOf<Row extends KeyRow>(
    keys: readonly CallKey[],
    options: ReadOptions,
    statement: (where: string) => string,
  ): Promise<Row[]> {
    const rows: Row[] = [];
    const asked = new Set(keys.map(keyText));
    for (let from = 0; from < keys.length; from += keysPerStatement) {
      const parameters = new Parameters();
      const [projects, ids] = keyLists(parameters, keys.slice(from, from + keysPerStatement));
      // Two sets find more than the requested pairs only if projects share ids.
      const where = `project_id IN ${projects} AND id IN ${ids}`;
      const found = await this.#traces.query<Row>(statement(where), parameters.values, options);
      rows.push(...found.filter((row) => asked.has(keyText(keyOf(row)))));
    }
    return rows;
  }
}

function keyLists(
  parameters: Parameters,
  keys: readonly CallKey[],
): [projects: string, ids: string] {
  return [
    parameters.addList(
      keys.map(({ projectId }) => projectId),
      "Array(String)",
    ),
    parameters.addList(
      keys.map(({ id }) => id),
      "Array(String)",
    ),
  ];
}

function keyOf(row: KeyRow): CallKey {
  return { projectId: row.project_id, id: row.id };
}

function byKey<Row extends KeyRow, Value>(
  rows: readonly Row[],
  read: (row: Row) => Value,
): Map<string, Value> {
  return new Map(rows.map((row) => [keyText(keyOf(row)), read(row)]));
}
