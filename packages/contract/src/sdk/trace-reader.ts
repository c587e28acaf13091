import type { Trace } from "@heddle/types";

/** A call as on the wire, with the members that every answer derives. */
export type ReadCall = Trace.Call & {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly summary: {
    readonly weave: { readonly status: string; readonly feedback?: readonly Trace.CallFeedback[] };
  };
};

/** A piece of feedback with the members that rows have if a request asks for no others. */
export type ReadFeedback = Trace.Feedback &
  Required<Pick<Trace.Feedback, "id" | "weave_ref" | "feedback_type" | "payload">>;

/** Reads back over plain HTTP, with no SDK in between that could hide a difference. */
export interface TraceReader {
  calls(options?: { readonly include_feedback: boolean }): Promise<ReadCall[]>;
  feedback(): Promise<ReadFeedback[]>;
  object(ref: string): Promise<Trace.ObjectVersion>;
  versions(name: string): Promise<Trace.ObjectVersion[]>;
  rows(tableRef: string): Promise<Trace.TableRow[]>;
  refs(refs: readonly string[]): Promise<unknown[]>;
  file(digest: string | undefined): Promise<Buffer>;
}

/** A reader of one project. */
export function traceReader(
  server: { readonly url: string; readonly apiKey: string },
  project: string,
): TraceReader {
  const post = async (path: string, body: unknown): Promise<Response> => {
    const response = await fetch(`${server.url}/traces${path}`, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`api:${server.apiKey}`).toString("base64")}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const read = async <T>(path: string, body: unknown): Promise<T> =>
    (await (await post(path, body)).json()) as T;

  return {
    async calls(options) {
      const body = { project_id: project, ...options };
      const text = await (await post("/calls/stream_query", body)).text();
      return text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as ReadCall);
    },
    async feedback() {
      const body = { project_id: project };
      return (await read<{ result: ReadFeedback[] }>("/feedback/query", body)).result;
    },
    async object(ref) {
      const [, name, digest] = /\/(?:object|op)\/([^:]+):([^/]+)$/.exec(ref) ?? [];
      const body = { project_id: project, object_id: name, digest };
      return (await read<{ obj: Trace.ObjectVersion }>("/obj/read", body)).obj;
    },
    async versions(name) {
      const body = { project_id: project, filter: { object_ids: [name] } };
      return (await read<{ objs: Trace.ObjectVersion[] }>("/objs/query", body)).objs;
    },
    async rows(tableRef) {
      const body = { project_id: project, digest: tableRef.split("/").at(-1) };
      return (await read<{ rows: Trace.TableRow[] }>("/table/query", body)).rows;
    },
    async refs(refs) {
      return (await read<{ vals: unknown[] }>("/refs/read_batch", { refs })).vals;
    },
    async file(digest) {
      const body = { project_id: project, digest };
      return Buffer.from(await (await post("/file/content", body)).arrayBuffer());
    },
  };
}
