import { join } from "node:path";
import { notBuiltIn, traceService } from "@heddle/server-kit/trace";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Blobs } from "../store/blobs/blobs.ts";
import { Cancelled } from "../store/errors.ts";
import { openFilesBelow } from "../store/testing/open-files.ts";
import { until } from "../store/traces/testing/until.ts";
import { EndlessTraces } from "./testing/endless-traces.ts";
import {
  callIds,
  type FilledProject,
  fillProject,
  project_id,
  referringCall,
} from "./testing/filled-project.ts";
import { LeavingClient } from "./testing/leaving-client.ts";
import { LeftRecords } from "./testing/left-records.ts";
import { traceStores, type TraceStores } from "./testing/trace-stores.ts";

let stores: TraceStores;
let ids: FilledProject;

beforeAll(async () => {
  stores = await traceStores();
  ids = await fillProject(stores);
});
afterAll(() => stores[Symbol.asyncDispose]());

type Asked = readonly [path: string, body: () => object, reads: number];

const byField = [{ field: "op_name", direction: "asc" }];
const byX = [{ field: "x", direction: "asc" }];
const day = {
  start: "2026-01-01T00:00:00Z",
  end: "2026-01-02T00:00:00Z",
  usage_metrics: [{ metric: "input_tokens" }],
  call_metrics: [{ metric: "latency_ms" }],
};
const name = { $literal: "x" };
const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
const sizes = { include_total_storage_size: true };

/** Requests, and the number of reads from the traces that each makes. */
const ofTraces: readonly Asked[] = [
  ["/call/read", () => ({ id: "c1", ...sizes }), 2],
  ["/calls/stream_query", () => sizes, 3],
  ["/calls/stream_query", () => ({ filter: { call_ids: callIds } }), 2],
  ["/calls/query", () => ({ sort_by: byField, columns: ["id"] }), 2],
  ["/calls/stream_query", () => expanding("row"), 2],
  ["/calls/stream_query", () => ({ ...expanding("row"), ...searching("row") }), 4],
  ["/calls/query_stats", () => ({ filter: { call_ids: callIds }, ...sizes }), 2],
  ["/calls/stats", () => day, 2],
  ["/calls/usage", () => ({ call_ids: callIds }), 3],
  ["/trace/usage", () => ({ filter: { trace_roots_only: true } }), 2],
  ["/calls/delete", () => ({ call_ids: ["c1"] }), 2],
  ["/table/query", () => ({ digest: ids.gapped, sort_by: byX }), 5],
  ["/table/query_stream", () => ({ digest: ids.gapped }), 4],
  ["/table/query_stats", () => ({ digest: ids.table }), 1],
  ["/table/query_stats_batch", () => ({ digests: [ids.table], include_storage_size: true }), 2],
  ["/table/update", () => ({ base_digest: ids.gapped, updates: [{ pop: { index: 0 } }] }), 2],
  ["/refs/read_batch", () => ({ refs: [rowRef()] }), 1],
  ["/feedback/query", () => ({ limit: 1 }), 3],
  ["/feedback/query", () => ({ query: { $expr: { $eq: [{ $getField: "id" }, name] } } }), 1],
  ["/feedback/query", () => ({ fields: ["count(*)"] }), 1],
  ["/feedback/stats", () => ({ start: anHourAgo, metrics: [{ json_path: "n" }] }), 1],
  ["/feedback/payload_schema", () => ({ start: anHourAgo }), 2],
  ["/feedback/aggregate", () => ({ after_ms: 0, before_ms: 4e12 }), 1],
  ["/feedback/create", () => annotation(), 0],
];
/** Their writers go on reading, because they serve many clients. */
const writing: ReadonlySet<string> = new Set(["/calls/delete", "/feedback/create"]);

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
    // The list above names every read of the clients.
    if (!writing.has(path)) expect(traces.reads).toBe(reads);
  });
});

/** Requests, and the number of statements to the records that each makes. */
const ofRecords: readonly Asked[] = [
  ["/obj/read", () => ({ object_id: "small", digest: ids.small }), 2],
  ["/obj/read", () => ({ object_id: "small", digest: "latest" }), 2],
  ["/obj/read", () => ({ object_id: "small", digest: "v0" }), 2],
  ["/objs/query", () => ({ include_tags_and_aliases: true }), 4],
  ["/tags", () => ({}), 1],
  ["/aliases", () => ({}), 1],
  ["/obj/create", () => ({ obj: { project_id, object_id: "small", val: 1 } }), 1],
  ["/refs/read_batch", () => ({ refs: [smallRef()] }), 2],
  ["/calls/stream_query", () => expanding("small"), 2],
  ["/calls/query_stats", () => ({ ...expanding("small"), ...searching("small") }), 2],
  ["/file/content", () => ({ digest: ids.file }), 1],
  ["/files/query_stats", () => ({}), 1],
  ["/feedback/create", () => annotation(), 2],
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
  ["/objs/query", () => ({}), 1],
  ["/refs/read_batch", () => ({ refs: [`weave:///${project_id}/object/large:${ids.large}`] }), 1],
  ["/calls/stream_query", () => expanding("large"), 1],
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
      delete: (...asked) => stores.blobs.delete(...asked),
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

const asCreate = "it reads as feedback.create does";
const forMany = "the writer of calls reads for many clients at once, so it goes on";
const onlyWrites = "it reads nothing for its client";
const inItsTransaction = "it reads only in the transaction that writes";
const noStore = "it reads no store";

/** Built operations that have no row above, and why. */
const withoutRow: Readonly<Record<string, string>> = {
  "calls.start": forMany,
  "calls.end": forMany,
  "calls.upsertBatch": forMany,
  "calls.complete": forMany,
  "calls.startEager": forMany,
  "calls.endEager": forMany,
  "calls.update": forMany,
  "objects.delete": inItsTransaction,
  "objects.addTags": inItsTransaction,
  "objects.removeTags": onlyWrites,
  "objects.setAliases": inItsTransaction,
  "objects.removeAliases": onlyWrites,
  "tables.create": onlyWrites,
  "tables.createFromDigests": onlyWrites,
  "files.create": onlyWrites,
  "feedback.createBatch": asCreate,
  "feedback.replace": asCreate,
  "feedback.purge": onlyWrites,
  "service.health": noStore,
  "service.version": noStore,
  "service.serverInfo": noStore,
  "service.geolocate": noStore,
  "service.projectsInfo": noStore,
};

describe("the tables above", () => {
  const byStore = { traces: ofTraces, records: ofRecords, blobs: ofBlobs };
  const asked = Object.values(byStore).flat();

  test("have a row for every built operation that reads a store", () => {
    const notBuilt = notBuiltIn(traceService, stores.resources().handlers);
    const built = traceService.operations.filter(
      ({ id, compatOf }) => compatOf === undefined && !notBuilt.includes(id),
    );
    const inNoTable = built.filter((one) => !asked.some(([path]) => path === one.path));
    const remedy = "Add a row to the table of each store that it reads, or a reason to withoutRow";
    expect(new Set(inNoTable.map(({ id }) => id)), remedy).toEqual(
      new Set(Object.keys(withoutRow)),
    );
  });

  test.each(asked)("have %s in the table of each store that it reads", async (path, body) => {
    const traces = new EndlessTraces(stores.traces);
    const records = new LeftRecords(stores.records, () => {});
    let opened = 0;
    const blobs: Blobs = {
      stage: (...given) => stores.blobs.stage(...given),
      put: (bytes) => stores.blobs.put(bytes),
      delete: (...asked) => stores.blobs.delete(...asked),
      open: (...given) => {
        opened += 1;
        return stores.blobs.open(...given);
      },
    };
    const client = new LeavingClient(stores, { traces, records, blobs });
    expect(await client.ask(path, { project_id, ...body() })).toBeTypeOf("string");
    const reads = { traces: traces.reads, records: records.answered, blobs: opened };
    const read = (["traces", "records", "blobs"] as const).filter((store) => reads[store] > 0);
    expect(read.length).toBeGreaterThan(0);
    for (const store of read) {
      const paths = byStore[store].map(([path]) => path);
      expect(paths, `${path} reads the ${store}`).toContain(path);
    }
  });
});

/** A query of the call that refers to objects, with one of them in place of its ref. */
function expanding(input: "row" | "small" | "large"): object {
  return { filter: { call_ids: [referringCall] }, expand_columns: [`inputs.${input}`] };
}

/** A condition on the value behind a ref. */
function searching(input: "row" | "small"): object {
  const present = { $convert: { input: { $getField: `inputs.${input}.x` }, to: "exists" } };
  return { query: { $expr: { $or: [present, { $eq: [present, { $literal: false }] }] } } };
}

/** Feedback whose spec is looked up. */
function annotation(): object {
  return {
    weave_ref: "x",
    feedback_type: "wandb.annotation.stars",
    payload: { value: 1 },
    annotation_ref: ids.spec,
  };
}

function smallRef(): string {
  return `weave:///${project_id}/object/small:${ids.small}`;
}

function rowRef(): string {
  return `${smallRef()}/attr/rows/id/${ids.row}`;
}
