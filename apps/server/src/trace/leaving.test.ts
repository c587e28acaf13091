import { join } from "node:path";
import type { Trace } from "@heddle/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Blobs } from "../store/blobs/blobs.ts";
import { Cancelled } from "../store/errors.ts";
import { nobodyLeaves } from "../store/testing/nobody-leaves.ts";
import { openFilesBelow } from "../store/testing/open-files.ts";
import { until } from "../store/traces/testing/until.ts";
import { Calls } from "./calls/calls.ts";
import { Files } from "./files/files.ts";
import { builtinClasses } from "./objects/builtin/classes.ts";
import { Objects } from "./objects/objects.ts";
import { Tables } from "./tables/tables.ts";
import { EndlessTraces } from "./testing/endless-traces.ts";
import { LeavingClient } from "./testing/leaving-client.ts";
import { LeftRecords } from "./testing/left-records.ts";
import { traceStores, type TraceStores } from "./testing/trace-stores.ts";

const project_id = "acme/p";
const callIds = Array.from({ length: 30 }, (_, at) => `c${at}`);
/** Longer than a row may keep, and than one read of a blob. */
const long = "x".repeat(2 * 1024 * 1024);

let stores: TraceStores;
let ids: Ids;

/** Ids of the stored data, by the names that the requests below use. */
interface Ids {
  readonly table: string;
  readonly row: string;
  readonly gapped: string;
  readonly small: string;
  readonly large: string;
  readonly file: string;
}

beforeAll(async () => {
  stores = await traceStores();
  ids = await fill();
});
afterAll(() => stores[Symbol.asyncDispose]());

async function fill(): Promise<Ids> {
  const acme = stores.requesterOf("acme");
  const project = acme.projects.writable(project_id);
  const calls = new Calls(stores);
  const batch = callIds.map((id): Trace.CompletedCall => {
    const times = { started_at: "2026-01-01T00:00:00Z", ended_at: "2026-01-01T00:00:01Z" };
    const payloads = { attributes: {}, inputs: {}, summary: {} };
    return { project_id, id, trace_id: id, op_name: "op", ...times, ...payloads };
  });
  await calls.complete(acme, project, { batch });
  await calls.close();
  const tables = new Tables(stores);
  const { digest: table, row_digests } = await tables.create(acme, project, {}, [
    '{"x":1}',
    '{"x":2}',
  ]);
  const [row = ""] = row_digests;
  const gaps = { row_digests: [row, "0".repeat(43)] };
  const { digest: gapped } = await tables.createFromDigests(project, gaps);
  const objects = new Objects({
    ...stores,
    builtin: builtinClasses({ allowPrivateProviders: false }),
  });
  const publish = async (object_id: string, value: unknown): Promise<string> => {
    const text = JSON.stringify(value);
    return (await objects.create(acme, project, { object_id }, text, nobodyLeaves)).digest;
  };
  const small = await publish("small", { rows: `weave:///${project_id}/table/${table}` });
  const large = await publish("large", long);
  const file = await new Files(stores).create(acme.projects, form(), nobodyLeaves);
  return { table, row, gapped, small, large, file };
}

function form(): Parameters<Files["create"]>[1] {
  const content = (async function* () {
    yield Buffer.from(long);
  })();
  const part = { name: "file", fileName: "x", mediaType: "", content };
  return {
    fields: { project_id },
    files: (async function* () {
      yield part;
    })(),
  };
}

type Asked = readonly [path: string, body: () => object, reads: number];

const byField = [{ field: "op_name", direction: "asc" }];
const byX = [{ field: "x", direction: "asc" }];
const sizes = { include_total_storage_size: true };

/** Requests, and the number of reads from the traces that each makes. */
const ofTraces: readonly Asked[] = [
  ["/call/read", () => ({ id: "c1", ...sizes }), 2],
  ["/calls/stream_query", () => sizes, 3],
  ["/calls/stream_query", () => ({ filter: { call_ids: callIds } }), 3],
  ["/calls/query", () => ({ sort_by: byField, columns: ["id"] }), 2],
  ["/calls/query_stats", () => ({ filter: { call_ids: callIds }, ...sizes }), 4],
  ["/calls/delete", () => ({ call_ids: ["c1"] }), 2],
  ["/table/query", () => ({ digest: ids.gapped, sort_by: byX }), 5],
  ["/table/query_stream", () => ({ digest: ids.gapped }), 4],
  ["/table/query_stats", () => ({ digest: ids.table }), 1],
  ["/table/query_stats_batch", () => ({ digests: [ids.table], include_storage_size: true }), 2],
  ["/table/update", () => ({ base_digest: ids.gapped, updates: [{ pop: { index: 0 } }] }), 2],
  ["/refs/read_batch", () => ({ refs: [rowRef()] }), 1],
];

describe("a client that leaves stops the query in the trace engine", () => {
  test.each(ofTraces)("%s", async (path, body, reads) => {
    const traces = new EndlessTraces(stores.traces);
    const client = new LeavingClient(stores, { ...stores, traces });
    for (let read = 0; read < reads; read += 1) {
      traces.beginAnew(read);
      const answer = client.ask(path, { project_id, ...body() });
      await Promise.race([traces.begun, answer]);
      await until(() => traces.isRunning());
      client.leave();
      expect(await traces.ended).toBeInstanceOf(Cancelled);
      expect(await answer).toBeUndefined();
      await until(async () => !(await traces.isRunning()));
    }
    traces.beginAnew(Infinity);
    expect(await client.ask(path, { project_id, ...body() })).toBeTypeOf("string");
    // The list above names every read. Only a writer goes on reading, because it serves many
    // clients.
    if (path !== "/calls/delete") expect(traces.reads).toBe(reads);
  });
});

/** Requests, and the number of statements to the records that each makes. */
const ofRecords: readonly Asked[] = [
  ["/obj/read", () => ({ object_id: "small", digest: ids.small }), 2],
  ["/obj/read", () => ({ object_id: "small", digest: "latest" }), 3],
  ["/obj/read", () => ({ object_id: "small", digest: "v0" }), 2],
  ["/objs/query", () => ({ include_tags_and_aliases: true }), 3],
  ["/obj/create", () => ({ obj: { project_id, object_id: "small", val: 1 } }), 1],
  ["/refs/read_batch", () => ({ refs: [smallRef()] }), 2],
  ["/file/content", () => ({ digest: ids.file }), 1],
  ["/files/query_stats", () => ({}), 1],
];

describe("after a client leaves, no further statement to the records runs", () => {
  test.each(ofRecords)("%s", async (path, body, reads) => {
    let leave = (): void => {};
    const records = new LeftRecords(stores.records, () => leave());
    const client = new LeavingClient(stores, { ...stores, records });
    leave = () => client.leave();
    for (let read = 0; read < reads; read += 1) {
      records.beginAnew(read);
      expect(await client.ask(path, { project_id, ...body() })).toBeUndefined();
      expect(records.answered).toBe(read);
    }
    records.beginAnew(Infinity);
    expect(await client.ask(path, { project_id, ...body() })).toBeTypeOf("string");
    expect(records.answered).toBe(reads);
  });
});

const ofBlobs: readonly Asked[] = [
  ["/obj/read", () => ({ object_id: "large", digest: ids.large }), 1],
  ["/file/content", () => ({ digest: ids.file }), 1],
];

describe("after a client leaves, a blob is read no further", () => {
  test.each(ofBlobs)("%s", async (path, body) => {
    let taken = 0;
    let leave = (): void => {};
    const ended: unknown[] = [];
    const blobs: Blobs = {
      stage: (...asked) => stores.blobs.stage(...asked),
      put: (bytes) => stores.blobs.put(bytes),
      open: async (digest, signal) => {
        const blob = await stores.blobs.open(digest, signal);
        return blob && { size: blob.size, stream: leftAfterFirst(blob.stream) };
      },
    };
    async function* leftAfterFirst(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      try {
        for await (const chunk of chunks) {
          taken += 1;
          leave();
          yield chunk;
        }
      } catch (error) {
        ended.push(error);
        throw error;
      }
    }
    const client = new LeavingClient(stores, { ...stores, blobs });
    leave = () => client.leave();
    expect(await client.ask(path, { project_id, ...body() })).toBeUndefined();
    expect(taken).toBe(1);
    const folder = join(stores.records.folder, "blobs");
    await until(() => openFilesBelow(folder).length === 0);
    expect(ended.every((error) => error instanceof Cancelled)).toBe(true);
  });
});

function smallRef(): string {
  return `weave:///${project_id}/object/small:${ids.small}`;
}

function rowRef(): string {
  return `${smallRef()}/attr/rows/id/${ids.row}`;
}
