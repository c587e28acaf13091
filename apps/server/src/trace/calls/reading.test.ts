import type { Trace } from "@heddle/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Cancelled } from "../../store/errors.ts";
import type { Params, ReadOptions, Traces } from "../../store/traces/traces.ts";
import { refusal } from "../testing/outcomes.ts";
import { CallScene } from "./testing/call-scene.ts";

let scene: CallScene;

/** Enough calls for several pages, with ties and nulls in the fields of their order. */
const total = 6_000;
const startOf = (i: number): string =>
  new Date(Date.UTC(2026, 0, 1) + (i >> 2) * 60_000).toISOString();
const idOf = (i: number): string => `c${String((i * 7919) % total).padStart(5, "0")}`;

interface Facts {
  readonly id: string;
  readonly started_at: string;
  readonly op_name: string;
  readonly wb_run_step: number | null;
  readonly ended_at: string | null;
}
const facts: Facts[] = Array.from({ length: total }, (_, i) => ({
  id: idOf(i),
  started_at: startOf(i),
  op_name: `op ${i % 7}`,
  wb_run_step: i % 5 === 0 ? null : i % 11,
  ended_at: i % 3 === 0 ? null : startOf(i + (i % 13) * 4),
}));

beforeAll(async () => {
  scene = await CallScene.open();
  const halves = facts.flatMap(({ ended_at, ...start }) => [
    scene.start(start.id, start),
    ...(ended_at === null ? [] : [scene.end(start.id, { ended_at, output: start.id })]),
  ]);
  for (let from = 0; from < halves.length; from += 3_000) {
    await scene.upsert(halves.slice(from, from + 3_000));
  }
});
afterAll(() => scene[Symbol.asyncDispose]());

const project_id = "acme/p0";

function sorted(...terms: [field: keyof Facts, direction: "asc" | "desc"][]): string[] {
  const compare = (a: Facts, b: Facts): number => {
    for (const [field, direction] of [...terms, ["id", "asc"] as const]) {
      const [x, y] = [a[field], b[field]];
      if (x === y) continue;
      if (x === null) return 1;
      if (y === null) return -1;
      return (x < y ? -1 : 1) * (direction === "asc" ? 1 : -1);
    }
    return 0;
  };
  return facts.toSorted(compare).map(({ id }) => id);
}

describe("the order", () => {
  const orders: [field: keyof Facts, direction: "asc" | "desc"][][] = [
    [],
    [["started_at", "asc"]],
    [["started_at", "desc"]],
    [
      ["started_at", "desc"],
      ["op_name", "asc"],
    ],
    [
      ["op_name", "desc"],
      ["started_at", "desc"],
    ],
    [
      ["wb_run_step", "asc"],
      ["ended_at", "desc"],
    ],
    [["wb_run_step", "desc"]],
    [["id", "desc"]],
    [["ended_at", "asc"]],
  ];
  test.each(orders.map((order) => [JSON.stringify(order), order] as const))(
    "%s, streamed over all pages, and cut anywhere",
    async (_, order) => {
      const expected = order.length > 0 ? sorted(...order) : sorted(["started_at", "asc"]);
      const sort_by = order.map(([field, direction]) => ({ field, direction }));
      const columns = ["op_name"];
      expect(await scene.ids({ project_id, sort_by, columns })).toEqual(expected);
      for (const [offset, limit] of [
        [0, 1],
        [0, 50],
        [17, 300],
        [4_990, 20],
        [5_990, 50],
      ] as const) {
        const found = await scene.ids({ project_id, sort_by, offset, limit });
        expect(found).toEqual(expected.slice(offset, offset + limit));
      }
    },
  );

  test.each([
    "summary.weave.status",
    "summary.weave.latency_ms",
    "summary.weave.trace_name",
    "display_name",
    "exception",
    "project_id",
    "deleted_at",
    "thread_id",
  ])("by %s is total, too", async (field) => {
    for (const direction of ["asc", "desc"] as const) {
      const found = await scene.ids({ project_id, sort_by: [{ field, direction }], columns: [] });
      expect(new Set(found).size).toBe(total);
    }
  });

  test.each(["input_refs", "nope"])("by %s is refused", async (field) => {
    const sort_by: Trace.SortBy[] = [{ field, direction: "asc" }];
    expect(await refusal(scene.ids({ sort_by }))).toMatchObject({
      status: 422,
      reason: `Field ${field} is not allowed`,
    });
  });
});

describe("limit and offset", () => {
  test("give no calls for limit 0, and for an offset after the last call", async () => {
    expect(await scene.ids({ project_id, limit: 0 })).toEqual([]);
    expect(await scene.ids({ project_id, offset: total })).toEqual([]);
    expect(await scene.ids({ project_id, offset: 50_000 })).toEqual([]);
    expect(await scene.ids({ project_id, limit: 10, offset: 1e21 })).toEqual([]);
  });

  test("below zero are refused", async () => {
    for (const request of [{ limit: -1 }, { offset: -1 }]) {
      expect(await refusal(scene.ids(request))).toMatchObject({ status: 400 });
    }
    expect(await refusal(scene.count({ limit: -1 }))).toMatchObject({ status: 400 });
  });

  test("work with a filter that few calls match", async () => {
    const filter = { op_names: ["op 3"] };
    const expected = facts.filter(({ op_name }) => op_name === "op 3").map(({ id }) => id);
    const sort_by: Trace.SortBy[] = [{ field: "started_at", direction: "desc" }];
    const found = await scene.ids({ project_id, filter, sort_by, limit: 30, offset: 5 });
    const newest = sorted(["started_at", "desc"]).filter((id) => expected.includes(id));
    expect(found).toEqual(newest.slice(5, 35));
  });

  describe.each([
    ["while rows lie unmerged", false],
    ["while rows are merged between two queries", true],
  ])("pages skip deleted calls, %s", (_, merges) => {
    test.each([150, 800])("%d of 900", async (deleted) => {
      scene.enterNewProject();
      const ids = Array.from({ length: 900 }, (_, i) => `d${String(i).padStart(3, "0")}`);
      await scene.upsert(ids.map((id, i) => scene.start(id, { started_at: startOf(i * 4) })));
      await scene.delete(ids.slice(-deleted));
      const server = merges
        ? scene.server({ traces: mergingAfterReads(scene.stores.traces) })
        : undefined;
      const sort_by: Trace.SortBy[] = [{ field: "started_at", direction: "desc" }];
      const left = ids.slice(0, -deleted);
      const newest = await scene.query({ sort_by, limit: 10 }, server);
      expect(newest.map(({ id }) => id)).toEqual(left.slice(-10).toReversed());
      expect(await scene.ids()).toEqual(left);
    });
  });
});

/** The same store, but rows are merged after each query. */
function mergingAfterReads(traces: Traces): Traces {
  return {
    query: async <Row>(sql: string, params: Params, options: ReadOptions): Promise<Row[]> => {
      const rows = await traces.query<Row>(sql, params, options);
      await traces.command("OPTIMIZE TABLE calls FINAL");
      return rows;
    },
    stream: (sql, params, options) => traces.stream(sql, params, options),
    insert: (table, rows, token) => traces.insert(table, rows, token),
    command: (sql, params) => traces.command(sql, params),
    close: () => traces.close(),
  };
}

describe("counting", () => {
  test.each<[request: Partial<Trace.CallsCountQuery>, count: number, has_more: boolean]>([
    [{}, total, false],
    [{ limit: 1 }, 1, true],
    [{ limit: 0 }, 0, true],
    [{ limit: total }, total, false],
    [{ limit: total - 1 }, total - 1, true],
    [{ filter: { op_names: ["op 0"] } }, Math.ceil(total / 7), false],
    [{ filter: { op_names: ["none"] }, limit: 1 }, 0, false],
    [{ filter: { call_ids: ["none"] } }, 0, false],
  ])("%j", async (request, count, has_more) => {
    expect(await scene.count({ project_id, ...request })).toEqual({
      count,
      has_more,
      total_storage_size_bytes: null,
    });
  });
});

describe("a stream", () => {
  test("stops if its reader leaves, or if it is aborted", async () => {
    const project = scene.author.projects.named(project_id);
    for await (const call of scene.calls.query(scene.author, project, {}, scene.signal)) {
      expect(call.id).toBe(sorted(["started_at", "asc"])[0]);
      break;
    }
    const abort = new AbortController();
    const read = async (): Promise<void> => {
      let count = 0;
      for await (const _ of scene.calls.query(scene.author, project, {}, abort.signal)) {
        if (++count === 501) abort.abort();
      }
    };
    await expect(read()).rejects.toThrow(Cancelled);
  });

  test("is one piece for old clients", async () => {
    const project = scene.author.projects.named(project_id);
    const calls = await scene.calls.list(scene.author, project, { limit: 3 }, scene.signal);
    expect(calls).toHaveLength(3);
  });
});

describe("columns", () => {
  const full = {
    op_name: "op",
    parent_id: "parent",
    thread_id: "thread",
    display_name: "shown",
    inputs: { i: 1 },
    attributes: { a: 1 },
  };
  let id: string;
  const read = async (columns: string[] | null): Promise<Trace.Call> => {
    const [call] = await scene.query({ filter: { call_ids: [id] }, columns });
    return call!;
  };

  beforeAll(async () => {
    scene.enterNewProject();
    id = scene.id();
    await scene.upsert([
      scene.start(id, full),
      scene.end(id, { output: { o: 1 }, exception: "no", summary: { s: 1 } }),
    ]);
  });

  const weave = { status: "error", latency_ms: 1000, display_name: "shown" };
  const nothing = {
    attributes: {},
    inputs: {},
    output: null,
    summary: { weave },
    parent_id: null,
    thread_id: null,
    display_name: null,
    ended_at: null,
    exception: null,
    wb_user_id: null,
  };
  const always = { op_name: "op", started_at: "2026-01-01T00:00:00Z" };
  test.each<[columns: string[] | null, object]>([
    [[], { ...nothing, ...always }],
    [["inputs.i.deeper"], { ...nothing, ...always, inputs: { i: 1 } }],
    [["output", "thread_id"], { ...nothing, ...always, output: { o: 1 }, thread_id: "thread" }],
    [
      ["summary.weave"],
      {
        ...nothing,
        ...always,
        summary: { s: 1, weave },
        ended_at: "2026-01-01T00:00:01Z",
        exception: "no",
        display_name: "shown",
      },
    ],
    [null, { ...full, ...always, output: { o: 1 }, summary: { s: 1, weave }, exception: "no" }],
  ])("%j", async (columns, expected) => {
    expect(await read(columns)).toMatchObject({ id, trace_id: `trace of ${id}`, ...expected });
  });

  test.each(["nope", "status", "version", "storage_bytes"])(
    "%s is not a column",
    async (column) => {
      expect(await refusal(scene.query({ columns: [column] }))).toMatchObject({
        status: 422,
        reason: `Field ${column} is not allowed`,
      });
    },
  );

  test("costs, feedback and names are answered if they exist", async () => {
    const [call] = await scene.query({
      filter: { call_ids: [id] },
      include_costs: true,
      include_feedback: true,
      include_usernames: true,
    });
    expect(call).toMatchObject({
      wb_username: "user-of-acme",
      summary: { weave: { feedback: [] } },
    });
    expect(call!.summary.weave).not.toHaveProperty("costs");
    const [light] = await scene.query({
      columns: [],
      include_costs: true,
      include_usernames: true,
    });
    expect(light).toMatchObject({
      wb_username: "user-of-acme",
      wb_user_id: null,
      exception: "no",
      ended_at: "2026-01-01T00:00:01Z",
    });
  });
});

describe("sizes", () => {
  test("of calls, and of traces on their root calls", async () => {
    scene.enterNewProject();
    const trace_id = "trace";
    await scene.upsert([
      scene.start("root", { trace_id, inputs: { é: "12" } }),
      scene.end("root", { output: "34" }),
      scene.start("child", { trace_id, parent_id: "root", otel_dump: { a: 1 } }),
      scene.start("other", { trace_id: "other", inputs: { x: "1234" } }),
    ]);
    const sizes = { include_storage_size: true, include_total_storage_size: true };
    const found = await scene.query(sizes);
    const of = (id: string): (number | null | undefined)[] => {
      const call = found.find((one) => one.id === id);
      return [call?.storage_size_bytes, call?.total_storage_size_bytes];
    };
    // {"é":"12"} "34" {} {} and {} {} {"a":1}
    const [root, child, other] = [11 + 4 + 2 + 2, 2 + 2 + 7, 12 + 2];
    expect([of("root"), of("child"), of("other")]).toEqual([
      [root, root + child],
      [child, null],
      [other, other],
    ]);
    expect(await scene.read("root", sizes)).toMatchObject({
      total_storage_size_bytes: root + child,
    });
    const count = async (filter: Trace.CallsFilter): Promise<unknown> =>
      (await scene.count({ filter, include_total_storage_size: true })).total_storage_size_bytes;
    expect(await count({})).toBe(root + child + other);
    expect(await count({ call_ids: ["root", "child"] })).toBe(root + child);
    expect(await count({ call_ids: ["child"] })).toBe(0);
    await scene.delete(["child"]);
    expect(await scene.read("root", sizes)).toMatchObject({ total_storage_size_bytes: root });
  });
});
