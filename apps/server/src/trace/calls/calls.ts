import { randomBytes } from "node:crypto";
import { BadRequest, TooLarge } from "@heddle/server-kit";
import type { Trace } from "@heddle/types";
import type { Principal } from "../../access/principal.ts";
import { internalProjectId } from "../../access/projects.ts";
import { LoopTurn } from "../../budgets/loop-turns.ts";
import { inThisAccount } from "../../budgets/current-request.ts";
import { LargestAnswer } from "../../store/traces/answer-size.ts";
import type { Traces } from "../../store/traces/traces.ts";
import { callAnswer, type CallRow } from "./call-answer.ts";
import { callColumns, callExtras, type CallExtras } from "./call-columns.ts";
import { endPart, startPart } from "./call-intake.ts";
import { CallOrder } from "./call-order.ts";
import type { CallWrite } from "./call-writes.ts";
import { CallsReader } from "./calls-reader.ts";
import { callCount, selectCalls } from "./calls-selection.ts";
import { CallsWriter } from "./calls-writer.ts";
import { uuidV7 } from "./uuid-v7.ts";

/** What the calls stand on. */
export interface CallsOptions {
  readonly traces: Traces;
  readonly projects: {
    /** Records a project before anything is stored in it; gives its internal id. */
    ensure(project: string): Promise<string>;
  };
  /** µs since 1970. */
  readonly nowUs?: () => number;
  readonly random?: (bytes: number) => Uint8Array;
  /**
   * Whether other servers write into the same trace store, which takes looks into it that one
   * server alone can spare. Assumed unless told otherwise.
   */
  readonly isShared?: boolean | undefined;
  /** Bytes of calls that may wait to be stored; beyond them 429. */
  readonly maxQueuedBytes?: number | undefined;
  /** Bytes of running calls that are kept in memory for their ends. */
  readonly maxOpenBytes?: number | undefined;
  /** How long calls that a reader does not take are held for him; 1 s unless told otherwise. */
  readonly idleReaderMs?: number | undefined;
}

/** A part of a call that came in, checked and ready to be stored. */
interface Intake extends Omit<CallWrite, "key"> {
  readonly project: string;
  readonly id: string;
}

const maxDeletedIds = 1_000;
/** Calls that one answer may hold whole; streams have no such limit. */
const maxListed = 10_000;

/** The calls of all projects: what they can be told, and asked. */
export class Calls {
  readonly #projects: CallsOptions["projects"];
  readonly #writer: CallsWriter;
  readonly #reader: CallsReader;
  readonly #nowUs: () => number;
  readonly #random: (bytes: number) => Uint8Array;

  constructor(options: CallsOptions) {
    const { traces, projects, isShared = true, maxQueuedBytes, maxOpenBytes } = options;
    const { idleReaderMs } = options;
    this.#projects = projects;
    this.#nowUs = options.nowUs ?? clockUs();
    this.#random = options.random ?? randomBytes;
    this.#writer = new CallsWriter({
      traces,
      nowUs: this.#nowUs,
      isShared,
      maxQueuedBytes,
      maxOpenBytes,
    });
    this.#reader = new CallsReader(traces, idleReaderMs);
  }

  /** What waits to be stored or is being stored, in bytes. */
  get queuedBytes(): number {
    return this.#writer.queuedBytes;
  }

  /** Takes no more writes, and resolves when those it has are durable. */
  async close(): Promise<void> {
    await this.#writer.close();
  }

  /** Stores halves of calls in any order; durable when it resolves. One answer a half. */
  async upsertBatch(principal: Principal, batch: Trace.CallBatch): Promise<Trace.CallBatchResult> {
    const intakes: Intake[] = [];
    const res: Trace.CallBatchResult["res"] = [];
    const turn = new LoopTurn();
    for (const item of batch.batch) {
      if (turn.isOver) await turn.next();
      const start = startOf(item);
      if (start) {
        const ids = this.#idsOf(start);
        intakes.push(startIntake(principal, start, ids));
        res.push(ids);
      } else {
        intakes.push(this.#endIntake((item as Trace.CallBatchEnd).req.end));
        res.push({});
      }
    }
    await this.#store(intakes);
    return { res };
  }

  /** Begins a call, under ids that are made where it gives none. */
  async start(principal: Principal, start: Trace.CallStart): Promise<Trace.CallStarted> {
    const ids = this.#idsOf(start);
    await this.#store([startIntake(principal, start, ids)]);
    return ids;
  }

  /** Ends a call; an end that comes before its start waits for it. */
  async end(end: Trace.CallEnd): Promise<void> {
    await this.#store([this.#endIntake(end)]);
  }

  /** Stores whole calls of one project, in the place of whatever parts are there. */
  async complete(
    principal: Principal,
    project: string,
    { batch }: Trace.CompletedCallBatch,
  ): Promise<void> {
    const intakes: Intake[] = [];
    const turn = new LoopTurn();
    for (const call of batch) {
      if (turn.isOver) await turn.next();
      if (call.project_id !== project) throw wrongProject(call.project_id, project);
      const start = startIntake(principal, call, this.#idsOf(call));
      intakes.push({ ...start, end: endPart(call) });
    }
    await this.#store(intakes);
  }

  /** Names a call; an empty name takes the name away. A call that is not there stays so. */
  async update(request: Trace.CallUpdateRequest): Promise<void> {
    const { project_id, call_id, display_name } = request;
    if (typeof display_name !== "string") {
      throw new BadRequest("One of [display_name] is required: nothing else of a call can change.");
    }
    const key = { projectId: internalProjectId(project_id), id: call_id.toWellFormed() };
    await this.#writer.write([{ key, name: display_name.toWellFormed() }]);
  }

  /** Deletes calls and all that were made in them. Gives how many that are. */
  async delete(request: Trace.CallsDeleteRequest, signal: AbortSignal): Promise<number> {
    if (request.call_ids.length > maxDeletedIds) {
      throw new TooLarge(
        `call_ids has ${request.call_ids.length} entries; the limit is ${maxDeletedIds}. ` +
          "Delete them in several requests.",
      );
    }
    const projectId = internalProjectId(request.project_id);
    const given = request.call_ids.map((id) => id.toWellFormed());
    const ids = await this.#reader.withDescendants(projectId, given, signal);
    await this.#writer.write(ids.map((id) => ({ key: { projectId, id }, deletes: true })));
    return ids.length;
  }

  /** One call, or nothing where there is none. */
  async read(
    principal: Principal,
    request: Trace.CallReadRequest,
    signal: AbortSignal,
  ): Promise<Trace.Call | undefined> {
    const { project_id, id, ...includes } = request;
    const query = { ...includes, project_id, filter: { call_ids: [id] }, limit: 1 };
    for await (const call of this.#query(principal, query, signal)) return call;
    return undefined;
  }

  /**
   * Calls in the order asked for, as they are read. A request that cannot be answered throws when
   * the first is asked for.
   */
  query(
    principal: Principal,
    request: Trace.CallsQuery,
    signal: AbortSignal,
  ): AsyncGenerator<Trace.Call, void> {
    return this.#query(principal, request, signal, new LargestAnswer());
  }

  async *#query(
    principal: Principal,
    request: Trace.CallsQuery,
    signal: AbortSignal,
    among?: LargestAnswer,
  ): AsyncGenerator<Trace.Call, void> {
    const limit = callCount("limit", request.limit);
    const offset = callCount("offset", request.offset) ?? 0;
    const selection = selectCalls(request);
    const columns = callColumns(request);
    const extras = callExtras(request);
    const order = new CallOrder(request.sort_by);
    const asked = { selection, order, columns, limit, offset, signal, among };
    for await (const rows of inThisAccount(this.#reader.chunks(asked))) {
      const traceBytes = await this.#traceBytes(selection.projectId, rows.rest(), extras, signal);
      const { project_id: project } = request;
      const { userName } = principal;
      const facts = { project, columns, extras, userName, traceBytes };
      for (let row = rows.next(); row; row = rows.next()) yield callAnswer(row, facts);
    }
  }

  /** The same in one piece, for old clients; a long answer has to be streamed instead. */
  async list(
    principal: Principal,
    request: Trace.CallsQuery,
    signal: AbortSignal,
  ): Promise<Trace.Call[]> {
    const calls: Trace.Call[] = [];
    for await (const call of this.#query(principal, request, signal)) {
      if (calls.length >= maxListed) {
        throw new TooLarge(
          `More than ${maxListed} calls match, the limit of one answer. ` +
            "Set a lower limit, or use /calls/stream_query.",
        );
      }
      calls.push(call);
    }
    return calls;
  }

  /** How many calls match, as far as the limit. */
  async count(request: Trace.CallsCountQuery, signal: AbortSignal): Promise<Trace.CallsCount> {
    const limit = callCount("limit", request.limit);
    const selection = selectCalls(request);
    const atMost = limit === undefined ? undefined : limit + 1;
    const found = await this.#reader.count(selection, atMost, signal);
    const bytes = request.include_total_storage_size
      ? await this.#reader.traceBytes(selection, signal)
      : null;
    return {
      count: Math.min(found, limit ?? found),
      has_more: limit !== undefined && found > limit,
      total_storage_size_bytes: bytes,
    };
  }

  /** Makes parts durable, of calls of any projects. */
  async #store(intakes: readonly Intake[]): Promise<void> {
    const projectIds = new Map<string, string>();
    for (const { project } of intakes) {
      if (!projectIds.has(project)) projectIds.set(project, await this.#projects.ensure(project));
    }
    const writes = intakes.map(({ project, id, start, end, name }): CallWrite => {
      return { key: { projectId: projectIds.get(project) ?? "", id }, start, end, name };
    });
    await this.#writer.write(writes);
  }

  #idsOf({ id, trace_id }: Pick<Trace.CallStart, "id" | "trace_id">): Trace.CallStarted {
    return {
      id: id?.toWellFormed() ?? this.#newId(),
      trace_id: trace_id?.toWellFormed() ?? this.#newId(),
    };
  }

  #endIntake(end: Trace.CallEnd): Intake {
    const name = end.display_name?.toWellFormed();
    return { project: end.project_id, id: end.id.toWellFormed(), end: endPart(end), name };
  }

  #traceBytes(
    projectId: string,
    rows: readonly CallRow[],
    extras: CallExtras,
    signal: AbortSignal,
  ): Promise<Map<string, number>> | Map<string, number> {
    if (!extras.totalStorageSize) return new Map();
    return this.#reader.bytesByTrace(projectId, rows, signal);
  }

  #newId(): string {
    return uuidV7(Math.floor(this.#nowUs() / 1000), this.#random(10));
  }
}

/** The start that an item brings; `mode` may say so, else what `req` holds decides. */
function startOf({ mode, req }: Trace.CallBatchItem): Trace.CallStart | undefined {
  return mode !== "end" && "start" in req ? req.start : undefined;
}

/** 400 for an item of another project than the path's. */
export function wrongProject(given: string, path: string): BadRequest {
  return new BadRequest(
    `project_id is ${JSON.stringify(given)}, but the path names ${JSON.stringify(path)}.`,
  );
}

function startIntake(
  { userName }: Principal,
  start: Trace.CallStart | Trace.CompletedCall,
  { id, trace_id }: Trace.CallStarted,
): Intake {
  return { project: start.project_id, id, start: startPart(start, trace_id, userName) };
}

/** The time in µs, which does not go back when the machine's clock does. */
function clockUs(): () => number {
  let last = 0;
  return () => (last = Math.max(last + 1, Date.now() * 1000));
}
