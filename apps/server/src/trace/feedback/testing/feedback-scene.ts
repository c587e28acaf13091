import type { Trace } from "@heddle/types";
import { type Answer, TraceClient } from "../../testing/trace-app.ts";
import { traceStores, type TraceStores } from "../../testing/trace-stores.ts";

/** A piece of feedback for a request; the scene adds what is missing. */
export type Given = Partial<Trace.FeedbackCreate>;

/** Feedback over HTTP on fresh stores. One author uses one project after the other. */
export class FeedbackScene implements AsyncDisposable {
  readonly stores: TraceStores;
  readonly client: TraceClient;
  #projects = 0;

  private constructor(stores: TraceStores) {
    this.stores = stores;
    this.client = new TraceClient(stores);
  }

  static async open(): Promise<FeedbackScene> {
    return new FeedbackScene(await traceStores());
  }

  /** The project in use. */
  get project_id(): string {
    return `acme/p${this.#projects}`;
  }

  enterNewProject(): void {
    this.#projects += 1;
  }

  /** The ref of something in the project: `ref("call/c1")`. */
  ref(tail: string): string {
    return `weave:///${this.project_id}/${tail}`;
  }

  /** A note on a call, with other members. */
  note(given: Given = {}): Trace.FeedbackCreate {
    return {
      project_id: this.project_id,
      weave_ref: this.ref("call/c1"),
      feedback_type: "wandb.note.1",
      payload: { note: "good" },
      ...given,
    };
  }

  /** Feedback of a type of one's own with this payload. */
  own(payload: object, given: Given = {}): Trace.FeedbackCreate {
    const free = payload as Trace.FeedbackCreate["payload"];
    return this.note({ feedback_type: "own", payload: free, ...given });
  }

  async create(item: Trace.FeedbackCreate): Promise<Answer> {
    return this.ask("/feedback/create", item);
  }

  /** Stores feedback in one batch, and returns the ids. */
  async store(...items: readonly Trace.FeedbackCreate[]): Promise<string[]> {
    const answer = await this.ask("/feedback/batch/create", { batch: items });
    if (answer.status !== 200) throw new Error(answer.text);
    return (answer.body["res"] as Trace.FeedbackCreated[]).map(({ id }) => id);
  }

  /** Asks for feedback of the project; throws if the answer is no success. */
  async query(asked: Partial<Trace.FeedbackQuery> = {}): Promise<Trace.FeedbackList> {
    const answer = await this.ask("/feedback/query", { project_id: this.project_id, ...asked });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body as unknown as Trace.FeedbackList;
  }

  /** The ids of the feedback that a condition lets through, in their order. */
  async found($expr: unknown, asked: Partial<Trace.FeedbackQuery> = {}): Promise<string[]> {
    const query = { $expr } as Trace.Query;
    const { result } = await this.query({ query, fields: ["id"], ...asked });
    return result.map(({ id }) => id!);
  }

  async ask(path: string, body: object): Promise<Answer> {
    return this.client.post(path, JSON.stringify(body));
  }

  /** Publishes an object, and returns its ref. */
  async publish(object_id: string, val: unknown, more: object = {}): Promise<string> {
    const obj = { project_id: this.project_id, object_id, val, ...more };
    const answer = await this.ask("/obj/create", { obj });
    if (answer.status !== 200) throw new Error(answer.text);
    return this.ref(`object/${object_id}:${answer.body["digest"] as string}`);
  }

  /** Publishes an AnnotationSpec, and returns its ref. */
  async publishSpec(object_id: string, field_schema: unknown): Promise<string> {
    const more = { builtin_object_class: "AnnotationSpec" };
    return this.publish(object_id, { field_schema }, more);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stores[Symbol.asyncDispose]();
  }
}
