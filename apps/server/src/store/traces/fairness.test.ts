import { afterAll, beforeAll, expect, test } from "vitest";
import { inAccount } from "../../budgets/current-request.ts";
import { Cancelled, QueueFull } from "../errors.ts";
import { startTraces, type TestTraces } from "./testing/start-traces.ts";
import { until } from "./testing/until.ts";
import { GroupCommit } from "./group-commit.ts";
import { ownRead, type Traces } from "./traces.ts";

let store: TestTraces;
let traces: Traces;

const slots = { short: 2, long: 2, stream: 6 };
const cores = 4;

beforeAll(async () => {
  store = await startTraces(undefined, { reads: { slots, cores } });
  ({ traces } = store);
});
afterAll(() => store[Symbol.asyncDispose]());

const endless = "SELECT number AS n FROM numbers(1000000000000)";

function as<Result>(entity: string, work: () => Result): Result {
  return inAccount({ entity, hold: () => {} }, work);
}

/** A long read that runs until `stop`. */
class LongRead {
  readonly #abort = new AbortController();
  readonly name: string;
  readonly #mark = crypto.randomUUID();
  readonly #ended: Promise<unknown>;

  /** `a1` is the first of entity `a`. */
  constructor(name: string) {
    this.name = name;
    const { signal } = this.#abort;
    const sql = `SELECT max(sipHash64(n)), '${this.#mark}' FROM (${endless})`;
    const asked = as(name.charAt(0), () => traces.query(sql, {}, { signal }));
    this.#ended = asked.catch((error: unknown) => error);
  }

  isIn(query: string): boolean {
    return query.includes(this.#mark);
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    await this.#ended;
  }
}

type Settings = Readonly<Record<string, string>>;

/** The settings of those reads that run in the engine, by name. */
async function settingsOf(reads: readonly LongRead[]): Promise<Record<string, Settings>> {
  const rows = await traces.query<{ query: string; settings: Settings }>(
    "SELECT query, Settings AS settings FROM system.processes",
    {},
    ownRead,
  );
  return Object.fromEntries(
    reads.flatMap((read) => {
      const row = rows.find(({ query }) => read.isIn(query));
      return row ? [[read.name, row.settings] as const] : [];
    }),
  );
}

/** The names of those reads that run in the engine, sorted. */
async function running(reads: readonly LongRead[]): Promise<string[]> {
  return Object.keys(await settingsOf(reads)).toSorted();
}

/** So long that only a hang reaches it. */
const soon = { timeout: 120_000, interval: 50 };

function floodOf(count: number): LongRead[] {
  return Array.from({ length: count }, (_, index) => new LongRead(`a${index + 1}`));
}

test("a flood delays neither other entities' reads, short reads nor the server's", async () => {
  const flood = floodOf(40);
  await expect.poll(() => running(flood), soon).toEqual(["a1"]);
  const sql = "SELECT 1 AS one";
  const one = [{ one: 1 }];
  expect(await as("b", () => traces.query(sql, {}, ownRead))).toEqual(one);
  expect(await as("b", () => traces.query(sql, {}, { ...ownRead, cost: "short" }))).toEqual(one);
  expect(await as("a", () => traces.query(sql, {}, { ...ownRead, cost: "short" }))).toEqual(one);
  expect(await traces.query(sql, {}, ownRead)).toEqual(one);
  // The flood still runs, so it did not make room for these reads.
  expect(await running(flood)).toEqual(["a1"]);
  await Promise.all(flood.map((read) => read.stop()));
});

test("entities take turns", async () => {
  const reads = new Map(
    ["a1", "a2", "a3", "b1", "b2", "c1"].map((name) => [name, new LongRead(name)]),
  );
  const stop = async (name: string): Promise<void> => {
    await reads.get(name)?.stop();
  };
  const now = (): Promise<string[]> => running([...reads.values()]);
  await expect.poll(now, soon).toEqual(["a1", "b1"]);
  await stop("a1");
  await expect.poll(now, soon).toEqual(["b1", "c1"]);
  await stop("b1");
  await expect.poll(now, soon).toEqual(["a2", "c1"]);
  await stop("c1");
  await expect.poll(now, soon).toEqual(["a2", "b2"]);
  // An aborted read loses its place in the queue.
  await stop("a3");
  await stop("a2");
  await expect.poll(now, soon).toEqual(["b2"]);
  await stop("b2");
});

test("a stopped read ends in the engine while others run", async () => {
  const [stopped, other] = [new LongRead("a1"), new LongRead("b1")];
  await expect.poll(() => running([stopped, other]), soon).toEqual(["a1", "b1"]);
  await stopped.stop();
  await expect.poll(() => running([stopped, other]), soon).toEqual(["b1"]);
  await other.stop();
});

test("one long read has all cores, two share them, and both yield to short reads", async () => {
  const first = new LongRead("a1");
  await expect.poll(() => running([first]), soon).toEqual(["a1"]);
  const second = new LongRead("b1");
  await expect.poll(() => running([first, second]), soon).toEqual(["a1", "b1"]);
  const found = await settingsOf([first, second]);
  const behind = { priority: "2", low_priority_query_wait_time_ms: "20" };
  expect(found["a1"]).toMatchObject(behind);
  expect(found["a1"]).not.toHaveProperty("max_threads");
  expect(found["b1"]).toMatchObject({ ...behind, max_threads: "2" });
  const mark = crypto.randomUUID();
  const own = `SELECT Settings AS settings FROM system.processes WHERE position(query, '${mark}') > 0`;
  const [row] = await as("a", () =>
    traces.query<{ settings: Settings }>(own, {}, { ...ownRead, cost: "short" }),
  );
  expect(row?.settings).toMatchObject({ priority: "1" });
  await Promise.all([first.stop(), second.stop()]);
});

test("one entity's streams leave sessions for another entity and for the server", async () => {
  const open = (entity: string) =>
    as(entity, () => {
      const rows = traces.stream<{ n: number }>(endless, {}, ownRead)[Symbol.asyncIterator]();
      return { rows, first: rows.next() };
    });
  const loud = Array.from({ length: 30 }, () => open("loud"));
  let begun = 0;
  for (const { first } of loud) void first.then(() => (begun += 1));
  await until(() => begun === 3);
  const quiet = open("quiet");
  expect(await quiet.first).toMatchObject({ value: { n: 0 } });
  const own = traces.stream<{ n: number }>(endless, {}, ownRead)[Symbol.asyncIterator]();
  expect(await own.next()).toMatchObject({ value: { n: 0 } });
  expect(begun).toBe(3);
  // A stream that ends makes room for a waiting one.
  await loud[0]?.rows.return?.();
  await until(() => begun === 4);
  await own.return?.();
  await quiet.rows.return?.();
  for (const { rows, first } of loud) {
    await first;
    await rows.return?.();
  }
  expect(begun).toBe(30);
});

test("more reads of one entity than may wait are refused", async () => {
  const flood = floodOf(257);
  const refused = as("a", () => traces.query("SELECT 1", {}, ownRead));
  await expect(refused).rejects.toBeInstanceOf(QueueFull);
  expect(await as("b", () => traces.query("SELECT 1 AS one", {}, ownRead))).toEqual([{ one: 1 }]);
  await Promise.all(flood.map((read) => read.stop()));
  expect(await as("a", () => traces.query("SELECT 1 AS one", {}, ownRead))).toEqual([{ one: 1 }]);
});

test("a statement that was slow counts as long from then on, even if declared short", async () => {
  const slow = "SELECT sleepEachRow(0.6)";
  await as("a", () => traces.query(slow, {}, { ...ownRead, cost: "short" }));
  const first = new LongRead("a1");
  await expect.poll(() => running([first]), soon).toEqual(["a1"]);
  const waiting = new AbortController();
  const asked = as("a", () => traces.query(slow, {}, { cost: "short", signal: waiting.signal }));
  const ended = asked.catch((error: unknown) => error);
  // The slow statement does not run: it would end before this one, which still counts as short.
  await as("a", () => traces.query("SELECT sleepEachRow(1.5)", {}, { ...ownRead, cost: "short" }));
  waiting.abort();
  expect(await ended).toBeInstanceOf(Cancelled);
  await first.stop();
});

test("a writer's look-ups count for no entity, also not for that of its first item", async () => {
  const flood = floodOf(10);
  await expect.poll(() => running(flood), soon).toEqual(["a1"]);
  const queue = new GroupCommit<string>({
    name: "items",
    sizeOf: () => 1,
    maxQueuedBytes: 100,
    commit: async (items) => {
      await traces.query("SELECT 'long, for all that the store knows'", {}, ownRead);
      return items.map(() => undefined);
    },
  });
  expect(await as("a", () => queue.submit(["item"]))).toEqual([undefined]);
  await Promise.all(flood.map((read) => read.stop()));
});
