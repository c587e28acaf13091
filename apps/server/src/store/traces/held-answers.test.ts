import { afterAll, beforeAll, expect, test } from "vitest";
import { inAccount, type RequestAccount } from "../../budgets/current-request.ts";
import { QueryLimit } from "../errors.ts";
import { LargestAnswer } from "./answer-size.ts";
import { startTraces, type TestTraces } from "./testing/start-traces.ts";
import { ownRead, type ReadOptions } from "./traces.ts";

let store: TestTraces;

beforeAll(async () => {
  store = await startTraces();
});
afterAll(() => store[Symbol.asyncDispose]());

class NoRoom extends Error {}

/** A request that may hold at most a number of bytes. */
class Holding implements RequestAccount {
  readonly entity = "acme";
  readonly #most: number;
  held = 0;

  constructor(most = Infinity) {
    this.#most = most;
  }

  hold(bytes: number): void {
    if (this.held + bytes > this.#most) throw new NoRoom("There is no room.");
    this.held += bytes;
  }
}

const mib = 1024 * 1024;

/** Rows of 1 MiB of text. */
function textRows(
  account: RequestAccount,
  count: number,
  options: ReadOptions = ownRead,
): Promise<unknown[]> {
  const sql = "SELECT repeat(repeat('x', 1024), 1024) AS text FROM numbers({count:UInt64})";
  return inAccount(account, () => store.traces.query(sql, { count }, options));
}

test("answers that a request reads whole count for it", async () => {
  const account = new Holding();
  expect(await textRows(account, 3)).toHaveLength(3);
  expect(account.held).toBeGreaterThan(3 * mib);
  expect(account.held).toBeLessThan(3.1 * mib);
  await textRows(account, 3);
  expect(account.held).toBeGreaterThan(6 * mib);
});

test("if each answer is dropped before the next is read, only the largest counts", async () => {
  const account = new Holding();
  const among = new LargestAnswer();
  for (const count of [1, 3, 2]) await textRows(account, count, { ...ownRead, among });
  expect(account.held).toBeGreaterThan(3 * mib);
  expect(account.held).toBeLessThan(3.1 * mib);
});

test("passes the refusal of the request's account on unchanged", async () => {
  const account = new Holding(2 * mib);
  await expect(textRows(account, 3)).rejects.toBeInstanceOf(NoRoom);
  expect(account.held).toBeLessThanOrEqual(2 * mib);
  // The next read works.
  expect(await textRows(new Holding(), 1)).toHaveLength(1);
});

test("an answer that is too large is refused before it is parsed", async () => {
  const account = new Holding();
  // Small in the engine, six times as large in the answer.
  const sql = "SELECT repeat(repeat('\\0', 1000), 15000) AS text";
  await expect(inAccount(account, () => store.traces.query(sql, {}, ownRead))).rejects.toEqual(
    new QueryLimit("bytes"),
  );
});

test("streams and the server's own reads hold nothing", async () => {
  const account = new Holding(0);
  let count = 0;
  await inAccount(account, async () => {
    for await (const _ of store.traces.stream("SELECT number FROM numbers(10000)", {}, ownRead))
      count += 1;
  });
  expect(count).toBe(10_000);
  expect(await store.traces.query("SELECT number FROM numbers(10)", {}, ownRead)).toHaveLength(10);
});
