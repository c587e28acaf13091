import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Cancelled, QueryLimit, QueryTimeout, RowRefused, StoreFault } from "../errors.ts";
import { lanes } from "./embedded/lanes.ts";
import { callRow } from "./testing/call-rows.ts";
import { residentBytes } from "./testing/resident-bytes.ts";
import { startTraces, type TestTraces } from "./testing/start-traces.ts";
import { until } from "./testing/until.ts";
import type { OpenedTraces } from "./open-traces.ts";
import { ownRead } from "./traces.ts";

let store: TestTraces;
let traces: OpenedTraces;

beforeAll(async () => {
  store = await startTraces();
  traces = store.traces;
});

afterAll(() => store[Symbol.asyncDispose]());

const token = (): string => crypto.randomUUID();
const endless = "SELECT number AS n FROM numbers(100000000000)";

/** 200,000 rows of 1.7 KB, made in the engine. */
const manyRows =
  "INSERT INTO calls (project_id, id, started_at, inputs, version) " +
  "SELECT 'many', toString(generateUUIDv4(number)), toDateTime64(1759276800, 6, 'UTC') + number, " +
  "repeat(toString(sipHash64(number)), 90), 1 FROM numbers(200000) SETTINGS max_block_size = " +
  "8192, min_insert_block_size_rows = 8192, min_insert_block_size_bytes = 16000000";

async function running(mark: string): Promise<number> {
  const [found] = await traces.query<{ n: number }>(
    "SELECT count() AS n FROM system.processes " +
      "WHERE position(query, {mark:String}) > 0 AND position(query, 'processes') = 0",
    { mark },
    ownRead,
  );
  return found?.n ?? 0;
}

describe("queries", () => {
  test("take values of every type, separately from the SQL text", async () => {
    const sql =
      "SELECT {s:String} AS s, {i:Int64} AS i, {f:Float64} AS f, {b:Bool} AS b, " +
      "{n:Nullable(String)} AS n, {a:Array(String)} AS a, {o:Array(Array(UInt8))} AS o";
    const params = {
      s: "'; DROP TABLE calls; --\\",
      i: 2n ** 53n - 1n,
      f: -0.5,
      b: true,
      n: null,
      a: ["'", "\\", "\n", ""],
      o: [[1, 2], []],
    };
    expect(await traces.query(sql, params, ownRead)).toEqual([{ ...params, i: Number(params.i) }]);
  });

  test("take a thousand ids, and refuse more than ClickHouse takes", async () => {
    const ids = Array.from({ length: 1000 }, () => crypto.randomUUID());
    const [row] = await traces.query("SELECT length({ids:Array(String)}) AS n", { ids }, ownRead);
    expect(row).toEqual({ n: 1000 });
    const many = Array.from({ length: 4000 }, () => ids[0] ?? "");
    const refused = traces.query("SELECT length({ids:Array(String)})", { ids: many }, ownRead);
    await expect(refused).rejects.toEqual(new QueryLimit("query size"));
  });

  test.each([
    ["rows", "SELECT number FROM numbers(100)", { maxRows: 10 }, new QueryLimit("rows")],
    ["time", `SELECT max(n) FROM (${endless})`, { maxSeconds: 1 }, new QueryTimeout()],
    [
      "memory",
      "SELECT groupArray(number) FROM numbers(10000000)",
      { settings: { max_memory_usage: 1e6 } },
      new QueryLimit("memory"),
    ],
    ["depth", `SELECT ${"(".repeat(1100)}1${")".repeat(1100)}`, {}, new QueryLimit("query size")],
  ])("that exceed a limit on %s name it", async (_limit, sql, options, error) => {
    await expect(traces.query(sql, {}, { ...ownRead, ...options })).rejects.toEqual(error);
    await expect(all(traces.stream(sql, {}, { ...ownRead, ...options }))).rejects.toEqual(error);
  });

  test("that the engine refuses do not pass its text on", async () => {
    const quiet = traces.query("SELECT toDateTime('the secret')", {}, ownRead);
    const error: unknown = await quiet.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(StoreFault);
    expect(JSON.stringify([error, String(error), (error as Error).stack])).not.toContain("secret");
    expect((error as Error).cause).toBeUndefined();
  });

  test("stop when they are aborted", async () => {
    const mark = crypto.randomUUID();
    const abort = new AbortController();
    const sql = `SELECT max(sipHash64(n)), '${mark}' FROM (${endless})`;
    const asked = traces.query(sql, {}, { signal: abort.signal });
    const ended = asked.catch((error: unknown) => error);
    await until(async () => (await running(mark)) === 1);
    abort.abort();
    expect(await ended).toBeInstanceOf(Cancelled);
    await until(async () => (await running(mark)) === 0);
  });
});

describe("streams", () => {
  test("give every row in flat memory", async () => {
    await traces.command(manyRows);
    const sql = "SELECT * FROM calls WHERE project_id = 'many' ORDER BY started_at, id";
    const engineBytes = (): number => residentBytes(traces.enginePid ?? process.pid);
    await all(traces.stream(`${sql} LIMIT 20000`, {}, ownRead));
    const before = { engine: engineBytes(), server: residentBytes(process.pid) };
    const most = { engine: 0, server: 0 };
    let count = 0;
    let bytes = 0;
    for await (const row of traces.stream<{ inputs: string }>(sql, {}, ownRead)) {
      count += 1;
      bytes += row.inputs.length;
      if (count % 5000 !== 0) continue;
      most.engine = Math.max(most.engine, engineBytes());
      most.server = Math.max(most.server, residentBytes(process.pid));
    }
    expect(count).toBe(200_000);
    expect(bytes).toBeGreaterThan(300e6);
    expect(most.engine - before.engine).toBeLessThan(250e6);
    expect(most.server - before.server).toBeLessThan(150e6);
  });

  test("find a call by its id through the projection", async () => {
    const [last] = await traces.query<{ id: string }>(
      "SELECT id FROM calls WHERE project_id = 'many' ORDER BY started_at DESC LIMIT 1",
      {},
      ownRead,
    );
    const [found] = await traces.query(
      "SELECT started_at, version FROM calls WHERE project_id = 'many' AND id = {id:String}",
      { id: last?.id ?? "" },
      { ...ownRead, settings: { force_optimize_projection_name: "by_id" } },
    );
    expect(found).toEqual({ started_at: "2025-10-03 07:33:19.000000", version: 1 });
  });

  test("that the reader leaves early free their session and stop their query", async () => {
    const mark = crypto.randomUUID();
    for (let turn = 0; turn < 2 * lanes.stream; turn += 1) {
      for await (const row of traces.stream<{ n: number }>(
        `${endless} WHERE '${mark}' != ''`,
        {},
        ownRead,
      )) {
        if (row.n === 3) break;
      }
    }
    await until(async () => (await running(mark)) === 0);
    expect(await running(mark)).toBe(0);
  });

  test("stop when they are aborted, before or after the first row", async () => {
    const mark = crypto.randomUUID();
    const early = new AbortController();
    const waiting = all(
      traces.stream(`SELECT max(n), '${mark}' FROM (${endless})`, {}, { signal: early.signal }),
    );
    const ended = waiting.catch((error: unknown) => error);
    await until(async () => (await running(mark)) === 1);
    early.abort();
    expect(await ended).toBeInstanceOf(Cancelled);

    const late = new AbortController();
    const reading = async (): Promise<void> => {
      const rows = traces.stream(`${endless} WHERE '${mark}' != ''`, {}, { signal: late.signal });
      for await (const row of rows) if (row !== undefined) late.abort();
    };
    await expect(reading()).rejects.toBeInstanceOf(Cancelled);
    await until(async () => (await running(mark)) === 0);
  });

  test("that fail in the middle give the rows before, then the error", async () => {
    const sql = "SELECT number AS n, throwIf(number = 150000) FROM numbers(200000)";
    const options = { ...ownRead, settings: { max_block_size: 1000, max_threads: 1 } };
    let count = 0;
    const reading = async (): Promise<void> => {
      for await (const row of traces.stream<{ n: number }>(sql, {}, options)) count = row.n + 1;
    };
    await expect(reading()).rejects.toEqual(new StoreFault(395));
    expect(count).toBeGreaterThan(100_000);
    expect(await traces.query("SELECT 1 AS one", {}, ownRead)).toEqual([{ one: 1 }]);
  });

  test("with slow readers do not make queries and inserts wait", async () => {
    const open = Array.from({ length: lanes.stream }, () => {
      const rows = traces.stream(endless, {}, ownRead)[Symbol.asyncIterator]();
      return { rows, first: rows.next() };
    });
    await Promise.all(open.map(({ first }) => first));
    expect(await traces.query("SELECT 1 AS one", {}, ownRead)).toEqual([{ one: 1 }]);
    await traces.insert("calls", [callRow("slow", 0)], token());
    for (const { rows } of open) await rows.return?.();
  });
});

describe("inserts", () => {
  const count = async (project: string): Promise<number> => {
    const sql = "SELECT count() AS n FROM calls WHERE project_id = {project:String}";
    return (await traces.query<{ n: number }>(sql, { project }, ownRead))[0]?.n ?? -1;
  };

  test("can be read at once, by key and by id", async () => {
    const id = crypto.randomUUID();
    await traces.insert("calls", [callRow("at once", 1, id)], token());
    const byId =
      "SELECT started_at, version FROM calls WHERE project_id = 'at once' AND id = {id:String}";
    const [key] = await traces.query(byId, { id }, ownRead);
    expect(key).toEqual({ started_at: "2025-10-01 00:00:01.000000", version: 1 });
    expect(await count("at once")).toBe(1);
  });

  test("repeated with the same token store nothing more", async () => {
    const rows = [callRow("repeated", 1), callRow("repeated", 2)];
    const same = token();
    await Promise.all([1, 2, 3].map(() => traces.insert("calls", rows, same)));
    await traces.insert("calls", rows, same);
    expect(await count("repeated")).toBe(2);
  });

  test("keep rows of many months apart", async () => {
    const months = Array.from({ length: 150 }, (_, index) => callRow("months", index * 2_600_000));
    await traces.insert("calls", months, token());
    expect(await count("months")).toBe(150);
  });

  test("name the table of a refused row, but no data of any row", async () => {
    const secret = callRow("secret of another tenant", 1);
    const bad = JSON.stringify({ project_id: "bad", started_at: "no time" });
    const refused = traces.insert("calls", [secret, bad, secret], token());
    const error: unknown = await refused.catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RowRefused);
    expect(JSON.stringify([error, String(error), (error as Error).stack])).not.toMatch(
      /secret|bad/,
    );
    expect(await count("secret of another tenant")).toBe(0);
  });
});

async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const collected: Row[] = [];
  for await (const row of rows) collected.push(row);
  return collected;
}
