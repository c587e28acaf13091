import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { credentials } from "../server/credentials.ts";
import { runServer, type RunningServer } from "../server/running-server.ts";
import { type Asked, pointRead, post } from "./asking.ts";
import * as json from "./attacks/hostile-json.ts";
import { upload } from "./attacks/uploads.ts";
import { Heartbeat } from "./heartbeat.ts";
import { outcomesWithin } from "./outcomes.ts";
import {
  bytesBelow,
  forgetPeak,
  processMemory,
  serverPid,
  tellsOfProcesses,
} from "./server-figures.ts";

const project = "acme/read-only-key";
/** The most memory, in bytes, that reading and validating a body within the limits may take. */
const mostForOneBody = 500e6;
const answerMs = 20_000;

let server: RunningServer | undefined;

afterAll(() => server?.end());

/** If a test kills the server, the next one gets a new server. */
beforeEach(async () => {
  if (
    server !== undefined &&
    (await pointRead(server.url, server.keys.read, project)).status === 200
  )
    return;
  await server?.end();
  server = undefined;
  server = await runServer();
}, 120_000);

function running(): RunningServer {
  if (server === undefined) throw new Error("no server is up");
  return server;
}

interface Cost {
  readonly answer: Asked;
  /** The most by which the server's memory grew, in bytes; 0 if the machine does not report it. */
  readonly grown: number;
  readonly longestBeatMs: number;
}

/** Sends a body with the key of a reader, and watches the server meanwhile. */
async function cost(send: () => Promise<Asked>): Promise<Cost> {
  const { url, dataDir } = running();
  const pid = serverPid(dataDir);
  if (tellsOfProcesses) forgetPeak(pid);
  const before = tellsOfProcesses ? processMemory(pid).resident : 0;
  const beat = new Heartbeat(url);
  const answer = await send();
  await beat.end();
  expect(serverPid(dataDir), "the server that was there before").toBe(pid);
  const grown = tellsOfProcesses ? processMemory(pid).peak - before : 0;
  return { answer, grown, longestBeatMs: beat.longestMs };
}

function ask(
  body: string | Uint8Array,
  headers: Record<string, string> = {},
  patienceMs: number = answerMs,
): Promise<Asked> {
  const { url, keys } = running();
  const path = "/traces/calls/query_stats";
  return post({ url, path, key: keys.read, body, headers, patienceMs });
}

describe("a body of a key that may only read", () => {
  test.each([1_200_000, 190_000])(
    "of %i operands is refused by name before it is built",
    async (count) => {
      const { answer, grown, longestBeatMs } = await cost(() => ask(json.operands(project, count)));
      expect([400, 413], answer.text).toContain(answer.status);
      expect(answer.text).toMatch(/operands|1,?000,?000/);
      expect(grown).toBeLessThan(mostForOneBody);
      expect(longestBeatMs).toBeLessThan(5_000);
    },
  );

  test.each([
    ["1,100,000 members", () => json.manyMembers(1_100_000)],
    ["1,100,000 members of one name", () => json.oneNameAgain(1_100_000)],
    ["10,000,000 empty objects", () => json.listOf("{}", 10_000_000)],
    ["1,000,001 empty lists", () => json.listOf("[]", 1_000_001)],
    ["16,000,000 lists within lists", () => json.nested(16_000_000)],
    ["201 lists within lists", () => json.nested(201)],
  ])("with %s is refused with 413 that names the limit", async (_name, value) => {
    const body = json.withExtra(project, value());
    const { answer, grown, longestBeatMs } = await cost(() => ask(body));
    expect(answer.status, answer.text).toBe(413);
    expect(answer.text).toMatch(/1,?000,?000|200/);
    expect(grown).toBeLessThan(mostForOneBody);
    expect(longestBeatMs).toBeLessThan(5_000);
  });

  test.each([
    ["8,000,000 strings", () => json.listOf('"a"', 8_000_000)],
    ["6,500,000 nulls", () => json.listOf("null", 6_500_000)],
    ["16,000,000 numbers", () => json.listOf("1", 16_000_000)],
    ["900,000 members", () => json.manyMembers(900_000)],
    ["900,000 empty objects", () => json.listOf("{}", 900_000)],
  ])("with %s, which is legal, neither kills nor stops the server", async (_name, value) => {
    const body = json.withExtra(project, value());
    const { answer, grown, longestBeatMs } = await cost(() => ask(body));
    expect(answer.status, answer.text).toBe(200);
    expect(grown).toBeLessThan(mostForOneBody);
    expect(longestBeatMs).toBeLessThan(10_000);
  });

  test("that inflates to 32 MiB, 64 of them at once, stays within the budget of bodies", async () => {
    const body = json.inflating(project, 32 * 1024 * 1024);
    const headers = { "content-encoding": "gzip" };
    const others: Asked[] = [];
    const { answer, grown } = await cost(async () => {
      const all = await Promise.all(Array.from({ length: 64 }, () => ask(body, headers, 80_000)));
      others.push(...all);
      return all[0] as Asked;
    });
    for (const { status } of [answer, ...others]) expect([200, 429, 503]).toContain(status);
    const refused = others.find(({ status }) => status !== 200);
    if (refused !== undefined) expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(grown).toBeLessThan(1e9);
    const after = await pointRead(running().url, running().keys.read, project);
    expect(after.status).toBe(200);
  });
});

describe("an upload", () => {
  const fileBytes = 256 * 1024 * 1024;
  const most = 64 * 1024 * 1024;
  const mebibyte = 1024 * 1024;

  test.each([false, true])(
    "of a key that may only read gets 403 before its body, with the file first: %s",
    async (isFileFirst) => {
      const { url, keys, dataDir } = running();
      const { authorization = "" } = credentials(keys.read);
      const form = { authorization, project, fileBytes, isFileFirst, stopAfter: most };
      const { connection, sent } = await upload(url, form);
      try {
        expect(await outcomesWithin(10_000, [connection])).toEqual([403]);
        expect(sent).toBeLessThan(most);
        expect(await bytesBelow(join(dataDir, "blobs"))).toBe(0);
      } finally {
        connection.destroy();
      }
    },
  );

  test("whose file comes before its project is refused beyond 1 MiB, by name", async () => {
    const { url, keys, dataDir } = running();
    const { authorization = "" } = credentials(keys.write);
    const form = { authorization, project, fileBytes, isFileFirst: true, stopAfter: most };
    const { connection, sent } = await upload(url, form);
    try {
      const [status] = await outcomesWithin(10_000, [connection]);
      expect([400, 413], connection.text).toContain(status);
      expect(connection.text).toContain("project_id");
      expect(sent).toBeLessThan(most);
      const staged = (): Promise<number> => bytesBelow(join(dataDir, "blobs"));
      await expect.poll(staged, { timeout: 120_000 }).toBeLessThan(2 * mebibyte);
    } finally {
      connection.destroy();
    }
  });

  test("whose small file comes before its project is stored", async () => {
    const { url, keys } = running();
    const { authorization = "" } = credentials(keys.write);
    const form = { authorization, project, fileBytes: mebibyte / 2, isFileFirst: true };
    const { connection } = await upload(url, form);
    try {
      expect(await outcomesWithin(10_000, [connection])).toEqual([200]);
    } finally {
      connection.destroy();
    }
  });
});
