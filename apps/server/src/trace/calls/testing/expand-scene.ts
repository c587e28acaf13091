import type { Trace } from "@heddle/types";
import { internalProjectId } from "../../../access/project-id.ts";
import { nobodyLeaves } from "../../../store/testing/nobody-leaves.ts";
import { builtinClasses } from "../../objects/builtin/classes.ts";
import { Objects } from "../../objects/objects.ts";
import { TraceClient } from "../../testing/trace-app.ts";
import { traceStores, type TraceStores } from "../../testing/trace-stores.ts";

type Json = Readonly<Record<string, unknown>>;

/** A server with calls that refer to objects. Each test has its own project. */
export class ExpandScene implements AsyncDisposable {
  readonly stores: TraceStores;
  readonly #client: TraceClient;
  #projects = 0;
  #calls = 0;

  private constructor(stores: TraceStores) {
    this.stores = stores;
    this.#client = new TraceClient(stores);
  }

  static async open(): Promise<ExpandScene> {
    return new ExpandScene(await traceStores());
  }

  get project_id(): string {
    return `acme/p${this.#projects}`;
  }

  enterNewProject(): void {
    this.#projects += 1;
  }

  /** Publishes a value, and returns its ref. Give `val` as text to keep its spelling. */
  async publish(
    object_id: string,
    val: unknown,
    text: string = JSON.stringify(val),
  ): Promise<string> {
    const { project_id } = this;
    const obj = `{"project_id":"${project_id}","object_id":"${object_id}","val":${text}}`;
    const { digest } = await this.#post("/obj/create", `{"obj":${obj}}`);
    return `weave:///${project_id}/object/${object_id}:${String(digest)}`;
  }

  /** Publishes a value of another tenant. */
  async publishElsewhere(object_id: string, val: unknown): Promise<string> {
    const builtin = builtinClasses({ allowPrivateProviders: false });
    const objects = new Objects({ ...this.stores, builtin });
    const globex = this.stores.requesterOf("globex");
    const project = globex.projects.writable("globex/p");
    const text = JSON.stringify(val);
    const { digest } = await objects.create(globex, project, { object_id }, text, nobodyLeaves);
    return `weave:///globex/p/object/${object_id}:${digest}`;
  }

  /** Publishes a dataset, and returns the refs of its rows. */
  async publishDataset(object_id: string, rows: readonly unknown[]): Promise<string[]> {
    const { project_id } = this;
    const table = await this.#post(
      "/table/create",
      JSON.stringify({ table: { project_id, rows } }),
    );
    const value = { rows: `weave:///${project_id}/table/${String(table["digest"])}` };
    const dataset = await this.publish(object_id, value);
    const digests = table["row_digests"] as string[];
    return digests.map((digest) => `${dataset}/attr/rows/id/${digest}`);
  }

  async markDeleted(ref: string): Promise<void> {
    await this.stores.records.db
      .updateTable("object_versions")
      .set({ deleted_at: "2026-03-15T08:00:00.000Z" })
      .where("project_id", "=", internalProjectId(this.project_id))
      .where("digest", "=", ref.slice(ref.lastIndexOf(":") + 1))
      .execute();
  }

  /** Stores calls, one second after the other, and returns their ids. */
  async store(calls: readonly Partial<Trace.CompletedCall>[]): Promise<string[]> {
    const batch = calls.map((call): Json => {
      const id = `c${String((this.#calls += 1)).padStart(6, "0")}`;
      const started_at = new Date(Date.UTC(2026, 0, 1) + this.#calls * 1_000).toISOString();
      const { project_id } = this;
      const times = { started_at, ended_at: started_at };
      const payloads = { attributes: {}, inputs: {}, summary: {}, output: null };
      return { project_id, id, trace_id: id, op_name: "op", ...times, ...payloads, ...call };
    });
    await this.#post(`/v2/${this.project_id}/calls/complete`, JSON.stringify({ batch }));
    return batch.map(({ id }) => String(id));
  }

  /** Stores one call with these JSON texts. */
  async storeTexts(inputs: string, output = "null"): Promise<void> {
    const [id] = await this.store([{}]);
    const start = `{"project_id":"${this.project_id}","id":"${id} texts","op_name":"op",
      "started_at":"2026-02-01T00:00:00Z","attributes":{},"inputs":${inputs}}`;
    const end = `{"project_id":"${this.project_id}","id":"${id} texts",
      "ended_at":"2026-02-01T00:00:01Z","summary":{},"output":${output}}`;
    await this.#post(
      "/call/upsert_batch",
      `{"batch":[{"mode":"start","req":{"start":${start}}},{"mode":"end","req":{"end":${end}}}]}`,
    );
  }

  /** The lines of an answer as they are sent. */
  async lines(request: Partial<Trace.CallsQuery>): Promise<string[]> {
    const asked = JSON.stringify({ project_id: this.project_id, ...request });
    const { status, text } = await this.#client.post("/calls/stream_query", asked);
    if (status !== 200) throw new Error(`${status} ${text}`);
    return text.split("\n").filter((line) => line !== "");
  }

  async query(request: Partial<Trace.CallsQuery>): Promise<Trace.Call[]> {
    return (await this.lines(request)).map((line) => JSON.parse(line) as Trace.Call);
  }

  /** The answer of any operation on calls of this project. */
  async ask(path: string, request: Json): Promise<{ status: number; body: Json }> {
    const asked = JSON.stringify({ project_id: this.project_id, ...request });
    return this.#client.post(path, asked);
  }

  async #post(path: string, text: string): Promise<Json> {
    const answer = await this.#client.post(path, text);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stores[Symbol.asyncDispose]();
  }
}
