import { randomBytes } from "node:crypto";
import type { Trace } from "@heddle/types";
import type { WritableProject } from "../../../access/project-id.ts";
import type { Requester } from "../../../access/requester.ts";
import { answered } from "../../testing/outcomes.ts";
import { traceStores, type TraceStores } from "../../testing/trace-stores.ts";
import { Calls, type CallsOptions } from "../calls.ts";
import { uuidV7 } from "../../uuid-v7.ts";

type Half = Trace.CallBatchItem;

/** Calls on fresh stores for a test. One author uses one project after the other. */
export class CallScene implements AsyncDisposable {
  readonly stores: TraceStores;
  readonly author: Requester;
  readonly signal: AbortSignal = new AbortController().signal;
  /** The server that methods use by default. */
  readonly calls: Calls;
  readonly #servers: Calls[] = [];
  #projects = 0;
  #aheadMs = 0;
  #lastUs = 0;

  private constructor(stores: TraceStores) {
    this.stores = stores;
    this.author = stores.requesterOf("acme");
    this.calls = this.server();
  }

  static async open(): Promise<CallScene> {
    return new CallScene(await traceStores());
  }

  /** Starts another server on the same stores. */
  server(options: Partial<CallsOptions> = {}): Calls {
    const calls = new Calls({ ...this.stores, nowUs: () => this.#nowUs(), ...options });
    this.#servers.push(calls);
    return calls;
  }

  /** Lets time pass: later ids are new to the running servers. */
  passMinutes(minutes: number): void {
    this.#aheadMs += minutes * 60_000;
  }

  get nowMs(): number {
    return Date.now() + this.#aheadMs;
  }

  get project_id(): string {
    return `acme/p${this.#projects}`;
  }

  get project(): WritableProject {
    return this.author.projects.writable(this.project_id);
  }

  enterNewProject(): void {
    this.#projects += 1;
  }

  /** An id as clients make it; by default of a time before any server began. */
  id(atMs: number = Date.UTC(2026, 0, 1)): string {
    return uuidV7(atMs, randomBytes(10));
  }

  startOf(id: string, more: Partial<Trace.CallStart> = {}): Trace.CallStart {
    return {
      project_id: this.project_id,
      id,
      trace_id: `trace of ${id}`,
      op_name: "op",
      started_at: "2026-01-01T00:00:00Z",
      attributes: {},
      inputs: {},
      ...more,
    };
  }

  endOf(id: string, more: Partial<Trace.CallEnd> = {}): Trace.CallEnd {
    return {
      project_id: this.project_id,
      id,
      ended_at: "2026-01-01T00:00:01Z",
      summary: {},
      ...more,
    };
  }

  completedOf(id: string, more: Partial<Trace.CompletedCall> = {}): Trace.CompletedCall {
    return {
      ...this.endOf(id),
      ...this.startOf(id),
      id,
      trace_id: `trace of ${id}`,
      ...more,
    };
  }

  start(id: string, more?: Partial<Trace.CallStart>): Half {
    return { mode: "start", req: { start: this.startOf(id, more) } };
  }

  end(id: string, more?: Partial<Trace.CallEnd>): Half {
    return { mode: "end", req: { end: this.endOf(id, more) } };
  }

  async upsert(halves: readonly Half[], server: Calls = this.calls): Promise<void> {
    await server.upsertBatch(this.author, { batch: [...halves] });
  }

  async complete(calls: readonly Trace.CompletedCall[], server: Calls = this.calls): Promise<void> {
    await server.complete(this.author, this.project, { batch: [...calls] });
  }

  async read(
    id: string,
    more: Partial<Trace.CallReadRequest> = {},
    server: Calls = this.calls,
  ): Promise<Trace.Call | undefined> {
    const call = await server.read(this.author, this.project, { id, ...more }, this.signal);
    return call && answered(call);
  }

  async query(
    { project_id = this.project_id, ...request }: Partial<Trace.CallsQuery> = {},
    server: Calls = this.calls,
  ): Promise<Trace.Call[]> {
    const found: Trace.Call[] = [];
    const project = this.author.projects.writable(project_id);
    const calls = server.query(this.author, project, request, this.signal);
    for await (const call of calls) found.push(call);
    return answered(found);
  }

  async ids(request: Partial<Trace.CallsQuery> = {}): Promise<string[]> {
    return (await this.query(request)).map(({ id }) => id);
  }

  count({
    project_id = this.project_id,
    ...request
  }: Partial<Trace.CallsCountQuery> = {}): Promise<Trace.CallsCount> {
    const project = this.author.projects.writable(project_id);
    return this.calls.count(this.author, project, request, this.signal);
  }

  delete(call_ids: string[], server: Calls = this.calls): Promise<number> {
    return server.delete(this.project, call_ids, this.signal);
  }

  async update(id: string, display_name: string | null, server: Calls = this.calls): Promise<void> {
    await server.update(this.project, { call_id: id, display_name });
  }

  #nowUs(): number {
    return (this.#lastUs = Math.max(this.#lastUs + 1, this.nowMs * 1000));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of this.#servers) await server.close();
    await this.stores[Symbol.asyncDispose]();
  }
}
