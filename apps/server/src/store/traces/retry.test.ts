import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { StoreUnavailable } from "../errors.ts";
import { ClickHouseTraces, type ClickHouseOptions } from "./clickhouse.ts";
import { ownRead } from "./traces.ts";

let close: () => Promise<void>;

afterEach(() => close());

/** A server whose answers may break off. `asked` has the parameters of each request. */
async function endThat(
  answers: (response: ServerResponse, attempt: number) => void,
  options: Partial<ClickHouseOptions> = {},
): Promise<{ traces: ClickHouseTraces; asked: URLSearchParams[] }> {
  const folder = await mkdtemp(join(tmpdir(), "heddle-retry-"));
  const socketPath = join(folder, "s");
  const asked: URLSearchParams[] = [];
  const server = createServer((message: IncomingMessage, response) => {
    message.resume().once("end", () => {
      asked.push(new URL(message.url ?? "", "http://end").searchParams);
      answers(response, asked.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  const traces = new ClickHouseTraces({
    url: "http://end",
    socketPath,
    database: "default",
    ...options,
  });
  close = async () => {
    await traces.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  };
  return { traces, asked };
}

const breakOnce = (response: ServerResponse, attempt: number): void => {
  if (attempt === 1) response.destroy();
  else response.end('{"one":1}\n');
};

test("a query whose connection broke is sent again", async () => {
  const { traces, asked } = await endThat(breakOnce);
  expect(await traces.query("SELECT 1 AS one", {}, ownRead)).toEqual([{ one: 1 }]);
  expect(asked).toHaveLength(2);
});

test("an insert whose outcome is unknown is sent again with another token", async () => {
  // The engine stores an insert's token before its rows are in place. If it dies between the two,
  // it answers "done" to the same token for ever, and the rows are lost.
  const { traces, asked } = await endThat(breakOnce);
  await traces.insert("t", ["{}"], "token");
  expect(asked.map((one) => one.get("insert_deduplication_token"))).toEqual(["token", "token-1"]);
});

test("an insert into a replicated table keeps its token", async () => {
  const { traces, asked } = await endThat(breakOnce, { isReplicated: true });
  await traces.insert("t", ["{}"], "token");
  expect(asked.map((one) => one.get("insert_deduplication_token"))).toEqual(["token", "token"]);
});

test("a command whose outcome is unknown is not sent again", async () => {
  const { traces, asked } = await endThat(breakOnce);
  await expect(traces.command("DROP TABLE t")).rejects.toBeInstanceOf(StoreUnavailable);
  expect(asked).toHaveLength(1);
});

test("a stream that breaks off after its first rows is not started again", async () => {
  const { traces, asked } = await endThat((response) => {
    response.write('{"n":1}\n');
    setImmediate(() => response.destroy());
  });
  const seen: unknown[] = [];
  const reading = async (): Promise<void> => {
    for await (const row of traces.stream("SELECT n", {}, ownRead)) seen.push(row);
  };
  await expect(reading()).rejects.toBeInstanceOf(StoreUnavailable);
  expect(seen).toEqual([{ n: 1 }]);
  expect(asked).toHaveLength(1);
});

test("a query that runs when the store is closed is not sent again", async () => {
  const { traces, asked } = await endThat(() => void traces.close());
  await expect(traces.query("SELECT 1", {}, ownRead)).rejects.toBeInstanceOf(StoreUnavailable);
  expect(asked).toHaveLength(1);
});
