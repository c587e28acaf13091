import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Trace } from "@heddle/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inAccount } from "../../../budgets/current-request.ts";
import { until } from "../../../store/traces/testing/until.ts";
import { ownRead, type Traces } from "../../../store/traces/traces.ts";
import type { Calls } from "../calls.ts";
import { CallScene } from "../testing/call-scene.ts";

setFlagsFromString("--expose_gc");
const collectGarbage = runInNewContext("gc") as () => void;

const total = 1_500;
/** Bytes of input per call, so that all calls have 12 MB. */
const inputBytes = 8_000;

let scene: CallScene;

beforeAll(async () => {
  scene = await CallScene.open();
  scene.enterNewProject();
  for (let from = 0; from < total; from += 500) {
    await scene.complete(Array.from({ length: 500 }, (_, i) => callAt(from + i)));
  }
});
afterAll(() => scene[Symbol.asyncDispose]());

function callAt(index: number): Trace.CompletedCall {
  const started_at = new Date(Date.UTC(2026, 0, 1) + index * 1_000).toISOString();
  const text = `${index} `.repeat(inputBytes).slice(0, inputBytes);
  return scene.completedOf(scene.id(), { started_at, inputs: { text } });
}

/** Bytes of live memory, including buffers. */
function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

type Asked = Partial<Trace.CallsQuery>;

const orders: readonly (readonly [name: string, request: Asked])[] = [
  ["by start", {}],
  ["by start, from the end", { sort_by: [{ field: "started_at", direction: "desc" }] }],
  ["by start, without payloads", { columns: ["id"] }],
  ["by start, behind an offset", { offset: 700, limit: 500 }],
  ["by another field", { sort_by: [{ field: "wb_run_step", direction: "asc" }] }],
  [
    "by another field, without payloads",
    { sort_by: [{ field: "op_name", direction: "asc" }], columns: ["id"] },
  ],
];

describe.each(orders)("%s", (_, request) => {
  test("a reader that pauses and goes on gets every call once and in order", async () => {
    const expected = await scene.ids(request);
    const counting = new CountingTraces(scene.stores.traces);
    const server = scene.server({ traces: counting, idleReaderMs: 1 });
    const found: string[] = [];
    const rows = reading(server, request);
    for await (const { id } of rows) {
      found.push(id);
      // Long enough for the rows to be released.
      if (found.length % 300 === 10)
        await scene.stores.traces.query("SELECT sleepEachRow(0.05)", {}, ownRead);
    }
    expect(found).toEqual(expected);
    const straight = new CountingTraces(scene.stores.traces);
    for await (const call of reading(scene.server({ traces: straight }), request)) void call;
    // A sort over all calls is not repeated, because its keys are kept.
    expect(counting.queries).toBeGreaterThan(straight.queries);
  });
});

function reading(server: Calls, request: Asked): AsyncGenerator<Trace.Call, void> {
  const { project, author, signal } = scene;
  return server.query(author, project, request, signal);
}

/** Counts the queries to a store. */
class CountingTraces implements Traces {
  readonly #traces: Traces;
  queries = 0;

  constructor(traces: Traces) {
    this.#traces = traces;
  }

  query<Row>(...args: Parameters<Traces["query"]>): Promise<Row[]> {
    this.queries += 1;
    return this.#traces.query<Row>(...args);
  }

  stream<Row>(...args: Parameters<Traces["stream"]>): AsyncIterable<Row> {
    return this.#traces.stream<Row>(...args);
  }

  insert(...args: Parameters<Traces["insert"]>): Promise<void> {
    return this.#traces.insert(...args);
  }

  command(...args: Parameters<Traces["command"]>): Promise<void> {
    return this.#traces.command(...args);
  }

  async close(): Promise<void> {}
}

test.each([1, 300])("a reader that stops after %i calls holds almost no memory", async (count) => {
  const readers = 10;
  const server = scene.server({ idleReaderMs: 100 });
  const first = reading(server, {});
  await first.next();
  await first.return();
  const before = heldBytes();
  const open = Array.from({ length: readers }, () => reading(server, {}));
  for (const rows of open) {
    for (let taken = 0; taken < count; taken += 1) expect((await rows.next()).done).toBe(false);
  }
  await until(() => heldBytes() - before < readers * 500_000);
  for (const rows of open) await rows.return();
});

test("a stream holds its two largest pieces in memory, an answer in one piece everything", async () => {
  const account = {
    entity: "acme",
    held: 0,
    hold: (bytes: number) => void (account.held += bytes),
  };
  const held = async (read: () => Promise<unknown>): Promise<number> => {
    account.held = 0;
    await inAccount(account, read);
    return account.held;
  };
  const streamed = await held(() => scene.query());
  const { author, project, signal } = scene;
  const listed = await held(() => scene.calls.list(author, project, {}, signal));
  expect(streamed).toBeGreaterThan(500_000);
  expect(streamed).toBeLessThan(4_000_000);
  expect(listed).toBeGreaterThan(total * inputBytes);
});

test("later reads of a stream count for the client that began it", async () => {
  const entities = new Set<string | undefined>();
  const account = {
    get entity() {
      entities.add("acme");
      return "acme";
    },
    hold: () => {},
  };
  const counting = new CountingTraces(scene.stores.traces);
  const rows = inAccount(account, () => reading(scene.server({ traces: counting }), {}));
  await inAccount(account, () => rows.next());
  entities.clear();
  const queries = counting.queries;
  for await (const call of rows) {
    void call;
    if (counting.queries > queries + 1) break;
  }
  expect([...entities]).toEqual(["acme"]);
});

test("reads by id and of the first calls are short, and searches are long", async () => {
  const costs: (string | undefined)[] = [];
  const { traces } = scene.stores;
  const noting: Traces = {
    query: (sql, params, options) => {
      costs.push(options.cost);
      return traces.query(sql, params, options);
    },
    stream: (...args) => traces.stream(...args),
    insert: (...args) => traces.insert(...args),
    command: (...args) => traces.command(...args),
    close: async () => {},
  };
  const server = scene.server({ traces: noting });
  const costOf = async (request: Asked): Promise<Set<string | undefined>> => {
    costs.length = 0;
    for await (const call of reading(server, request)) void call;
    return new Set(costs);
  };
  const [id = ""] = await scene.ids({ limit: 1 });
  const descending = [{ field: "started_at", direction: "desc" as const }];
  expect(await costOf({ filter: { call_ids: [id] } })).toEqual(new Set(["short"]));
  expect(await costOf({ sort_by: descending, limit: 50 })).toEqual(new Set(["short"]));
  expect(await costOf({ filter: { trace_roots_only: true }, limit: 50 })).toEqual(
    new Set(["short"]),
  );
  expect(await costOf({ limit: 1_400 })).toEqual(new Set(["long"]));
  expect(await costOf({ filter: { op_names: ["op"] }, limit: 50 })).toEqual(new Set(["long"]));
  expect(await costOf({ sort_by: [{ field: "op_name", direction: "asc" }], limit: 50 })).toEqual(
    new Set(["long"]),
  );
});
