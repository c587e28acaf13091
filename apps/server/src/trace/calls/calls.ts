import { InvalidInput, OverLimit } from "../../refusals/refusal.ts";
import { requestBounds, tooManyEntries } from "../../config/request-bounds.ts";
import { randomBytes } from "node:crypto";
import type { Trace } from "@heddle/types";
import type { Project, ProjectId, WritableProject } from "../../access/project-id.ts";
import type { Projects } from "../../access/projects-sql.ts";
import type { Requester } from "../../access/requester.ts";
import { LoopTurn } from "../../budgets/loop-turns.ts";
import { LargestAnswer } from "../../store/traces/answer-size.ts";
import type { Traces } from "../../store/traces/traces.ts";
import { risingClock } from "../clock.ts";
import { windowOf } from "../query/window.ts";
import type { Refs } from "../refs/refs.ts";
import type { WithoutProject } from "../without-project.ts";
import { CallAnswers, type CallsQuery } from "./read/call-answers.ts";
import type { CallWrite } from "./write/call-writes.ts";
import { CallsIntake, type Intake } from "./write/calls-intake.ts";
import { CallsReader } from "./read/calls-reader-sql.ts";
import { fieldsBehindRefs, type RefSources } from "./read/fields-behind-refs.ts";
import { selectCalls } from "./read/calls-selection.ts";
import { CallsWriter } from "./write/calls-writer.ts";

/** The stores and bounds of the calls. */
export interface CallsOptions {
  readonly traces: Traces;
  readonly projects: Pick<Projects, "ensure">;
  /** Reads the values of refs for `expand_columns`. */
  readonly refs: Pick<Refs, "values">;
  /** µs since 1970. */
  readonly nowUs?: () => number;
  readonly random?: (bytes: number) => Uint8Array;
  /**
   * Whether other servers write to the same trace store. Then more calls must be looked up in it.
   * True by default.
   */
  readonly isShared?: boolean | undefined;
  /** Bytes of calls that may wait to be stored; further calls are answered 429. */
  readonly maxQueuedBytes?: number | undefined;
  /** Bytes of running calls that stay in memory until they end. */
  readonly maxOpenBytes?: number | undefined;
  /** How long calls that a reader does not take stay in memory; 1 s by default. */
  readonly idleReaderMs?: number | undefined;
}

/** Most calls of an answer in one piece; streams have no such limit. */
const maxListed = requestBounds.listedCalls.limit;

/** Writes and reads the calls of all projects. */
export class Calls {
  readonly #projects: CallsOptions["projects"];
  readonly #writer: CallsWriter;
  readonly #reader: CallsReader;
  readonly #sources: RefSources;
  readonly #answers: CallAnswers;
  readonly #intake: CallsIntake;

  constructor(options: CallsOptions) {
    const { traces, projects, isShared = true, maxQueuedBytes, maxOpenBytes } = options;
    const { idleReaderMs } = options;
    this.#projects = projects;
    const nowUs = options.nowUs ?? risingClock();
    this.#intake = new CallsIntake(nowUs, options.random ?? randomBytes);
    this.#writer = new CallsWriter({ traces, nowUs, isShared, maxQueuedBytes, maxOpenBytes });
    this.#reader = new CallsReader(traces, idleReaderMs);
    this.#sources = { traces, refs: options.refs };
    this.#answers = new CallAnswers({
      reader: this.#reader,
      sources: this.#sources,
      idleMs: idleReaderMs,
    });
  }

  /** Bytes that wait to be stored or are being stored. */
  get queuedBytes(): number {
    return this.#writer.queuedBytes;
  }

  /** Refuses further writes, and resolves when all accepted writes are durable. */
  async close(): Promise<void> {
    await this.#writer.close();
  }

  /**
   * Stores halves of calls in any order, and resolves when they are durable. Returns one answer for
   * each half.
   */
  async upsertBatch(requester: Requester, batch: Trace.CallBatch): Promise<Trace.CallBatchResult> {
    const intakes: Intake[] = [];
    const res: Trace.CallBatchResult["res"] = [];
    const turn = new LoopTurn();
    for (const item of batch.batch) {
      if (turn.isOver) await turn.next();
      const start = startOf(item);
      if (start) {
        const ids = this.#intake.idsOf(start);
        intakes.push(this.#intake.start(requester, start, ids));
        res.push(ids);
      } else {
        intakes.push(this.#intake.end(requester, (item as Trace.CallBatchEnd).req.end));
        res.push({});
      }
    }
    await this.#store(intakes);
    return { res };
  }

  /** Begins a call, and makes the ids that its start does not give. */
  async start(requester: Requester, start: Trace.CallStart): Promise<Trace.CallStarted> {
    const ids = this.#intake.idsOf(start);
    await this.#store([this.#intake.start(requester, start, ids)]);
    return ids;
  }

  /** Ends a call; an end that comes before its start waits for it. */
  async end(requester: Requester, end: Trace.CallEnd): Promise<void> {
    await this.#store([this.#intake.end(requester, end)]);
  }

  /** Stores whole calls of one project. They replace any stored parts. */
  async complete(
    requester: Requester,
    { name }: WritableProject,
    { batch }: Trace.CompletedCallBatch,
  ): Promise<void> {
    const intakes: Intake[] = [];
    const turn = new LoopTurn();
    for (const call of batch) {
      if (turn.isOver) await turn.next();
      if (call.project_id !== name) throw wrongProject(call.project_id, name);
      intakes.push(this.#intake.whole(requester, call));
    }
    await this.#store(intakes);
  }

  /** Renames a call; an empty name removes the name. An unknown call is not created. */
  async update(
    { id: projectId }: WritableProject,
    { call_id, display_name }: WithoutProject<Trace.CallUpdateRequest>,
  ): Promise<void> {
    if (typeof display_name !== "string") {
      throw new InvalidInput(
        "One of [display_name] is required: no other member of a call can change.",
      );
    }
    const key = { projectId, id: call_id.toWellFormed() };
    await this.#writer.write([{ key, name: display_name.toWellFormed() }]);
  }

  /** Deletes calls and all calls below them. Returns the number of deleted calls. */
  async delete(
    { id: projectId }: WritableProject,
    callIds: readonly string[],
    signal: AbortSignal,
  ): Promise<number> {
    const problem = tooManyEntries("call_ids", callIds.length);
    if (problem !== undefined) throw new OverLimit(problem);
    const given = callIds.map((id) => id.toWellFormed());
    const ids = await this.#reader.withDescendants(projectId, given, signal);
    await this.#writer.write(ids.map((id) => ({ key: { projectId, id }, deletes: true })));
    return ids.length;
  }

  /** Reads one call; undefined if there is none. */
  async read(
    requester: Requester,
    project: Project,
    { id, ...includes }: WithoutProject<Trace.CallReadRequest>,
    signal: AbortSignal,
  ): Promise<Trace.Call | undefined> {
    const query = { ...includes, filter: { call_ids: [id] }, limit: 1 };
    for await (const call of this.#answers.of(requester, project, query, signal)) return call;
    return undefined;
  }

  /**
   * Streams calls in the requested order. A request that cannot be answered throws when its first
   * call is read.
   */
  query(
    requester: Requester,
    project: Project,
    request: CallsQuery,
    signal: AbortSignal,
  ): AsyncGenerator<Trace.Call, void> {
    return this.#answers.of(requester, project, request, signal, new LargestAnswer());
  }

  /** Reads the same calls in one piece, for old clients; a long answer must be streamed instead. */
  async list(
    requester: Requester,
    project: Project,
    request: CallsQuery,
    signal: AbortSignal,
  ): Promise<Trace.Call[]> {
    const calls: Trace.Call[] = [];
    for await (const call of this.#answers.of(requester, project, request, signal)) {
      if (calls.length >= maxListed) {
        throw new OverLimit(
          `More than ${maxListed} calls match, the limit of one answer. ` +
            "Set a lower limit, or use /calls/stream_query.",
        );
      }
      calls.push(call);
    }
    return calls;
  }

  /** Counts the matching calls, up to the limit. */
  async count(
    requester: Requester,
    project: Project,
    request: WithoutProject<Trace.CallsCountQuery>,
    signal: AbortSignal,
  ): Promise<Trace.CallsCount> {
    const { limit } = windowOf(request, "refused");
    const behind = await fieldsBehindRefs(requester, project, request, this.#sources, signal);
    const selection = selectCalls(request, project, requester.projects, behind);
    const atMost = limit < Number.MAX_SAFE_INTEGER ? limit + 1 : undefined;
    const found = await this.#reader.count(selection, atMost, signal);
    const bytes = request.include_total_storage_size
      ? await this.#reader.traceBytes(selection, signal)
      : null;
    return {
      count: Math.min(found, limit),
      has_more: found > limit,
      total_storage_size_bytes: bytes,
    };
  }

  /** Makes parts of calls durable; their projects may differ. */
  async #store(intakes: readonly Intake[]): Promise<void> {
    const ensured = new Set<ProjectId>();
    for (const { project } of intakes) {
      if (!ensured.has(project.id)) ensured.add(await this.#projects.ensure(project));
    }
    const writes = intakes.map(({ project, id, start, end, name }): CallWrite => {
      return { key: { projectId: project.id, id }, start, end, name };
    });
    await this.#writer.write(writes);
  }
}

/** The start in an item: `mode` decides, or else the content of `req`. */
function startOf({ mode, req }: Trace.CallBatchItem): Trace.CallStart | undefined {
  return mode !== "end" && "start" in req ? req.start : undefined;
}

/** The refusal of an item whose project differs from the project in the path. */
export function wrongProject(given: string, path: string): InvalidInput {
  return new InvalidInput(
    `project_id is ${JSON.stringify(given)}, but the path names ${JSON.stringify(path)}.`,
  );
}
