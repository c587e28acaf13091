import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { runServer, type RunningServer } from "../server/running-server.ts";
import { pointRead, post, startCall } from "./asking.ts";
import * as attacks from "./attacks/without-a-key.ts";
import { type Outcome, outcomesWithin, tally } from "./outcomes.ts";
import { destroyAll, type RawConnection } from "./raw-connection.ts";
import { forgetPeak, processMemory, serverPid, tellsOfProcesses } from "./server-figures.ts";

const project = "acme/without-a-key";
/** The time limit of a body without a key, and what a busy machine may need in addition. */
const patienceMs = 12_000;
/** The server admits this many requests without a valid key at once. */
const atOnce = 32;

let server: RunningServer;
let open: RawConnection[] = [];

beforeAll(async () => {
  server = await runServer();
}, 120_000);

afterAll(() => server?.end());

afterEach(() => {
  destroyAll(open);
  open = [];
});

/** The statuses of two requests with a key: one stores a call, the other reads one. */
async function statusesWithKeys(): Promise<readonly unknown[]> {
  const asked = await Promise.all([
    pointRead(server.url, server.keys.read, project),
    startCall(server.url, server.keys.write, { project }),
  ]);
  return asked.map(({ status }) => status);
}

/**
 * The server waits for some requests and cuts them. It refuses the others at once, either for the
 * share of one address or for the share of all of them.
 */
function expectWaitedForOrRefused(seen: readonly Outcome[]): void {
  const cut = seen.filter((status) => status === 408).length;
  // Opening many takes a moment, in which the first of them may have ended already.
  expect(cut).toBeLessThanOrEqual(4 * atOnce);
  expect(cut).toBeGreaterThanOrEqual(atOnce / 2);
  for (const status of seen) expect([408, 429, 503]).toContain(status);
}

describe("a client without a key", () => {
  test("learns that there is no viewer", async () => {
    const body = '{"query":"{viewer{username}}"}';
    const answer = await post({ url: server.url, path: "/graphql", key: undefined, body });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({ data: { viewer: null } });
  });

  test("shuts nobody out with 16 chunked bodies of one byte, which are cut", async () => {
    open = await attacks.chunkedBytes(server.url, 16);
    expect(await statusesWithKeys()).toEqual([200, 200]);
    expect(tally(await outcomesWithin(patienceMs, open))).toEqual({ 408: 16 });
  });

  test("shuts nobody out with 16 chunked bodies under a wrong key", async () => {
    const authorization = `Bearer ${"x".repeat(43)}`;
    open = await attacks.chunkedBytes(server.url, 16, { authorization });
    expect(await statusesWithKeys()).toEqual([200, 200]);
    const seen = await outcomesWithin(patienceMs, open);
    for (const status of seen) expect([401, 408], String(status)).toContain(status);
  });

  test("shuts nobody out with 1,024 promises of 60,000 bytes, few of which are waited for", async () => {
    open = await attacks.promisedBodies(server.url, 1_024, 60_000);
    expect(await statusesWithKeys()).toEqual([200, 200]);
    const seen = await outcomesWithin(patienceMs, open);
    expectWaitedForOrRefused(seen);
    const refused = open.find(({ statuses }) => statuses[0] === 429 || statuses[0] === 503);
    expect(refused?.text).toMatch(/^retry-after: \d+/im);
    expect(refused?.text).toMatch(/without a (?:valid )?key/i);
    expect(await statusesWithKeys()).toEqual([200, 200]);
  });

  test("is not waited for when the body comes a byte a second", async () => {
    open = await attacks.promisedBodies(server.url, 2 * atOnce, 1_000);
    const stop = attacks.trickle(open);
    try {
      expect(await statusesWithKeys()).toEqual([200, 200]);
      expectWaitedForOrRefused(await outcomesWithin(patienceMs, open));
    } finally {
      stop();
    }
  });

  test("may send 64 KiB and not one byte more, promised or not", async () => {
    const most = 64 * 1024;
    const [promised] = await attacks.promisedBodies(server.url, 1, most + 1);
    const chunked = await attacks.chunkedBody(server.url, most + 1);
    if (promised === undefined) throw new Error("no connection was opened");
    open = [promised, chunked];
    expect(tally(await outcomesWithin(patienceMs, open))).toEqual({ 413: 2 });
    const allowed = await attacks.chunkedBody(server.url, most);
    open.push(allowed);
    expect(await outcomesWithin(patienceMs, [allowed])).not.toEqual([413]);
  });

  test("is refused by a service before any byte of the body comes", async () => {
    const doors = ["/traces/call/start", "/traces/file/create", "/training/v1/preview/models"];
    open = await Promise.all(doors.map((door) => attacks.promisedBody(server.url, door, 60_000)));
    expect(tally(await outcomesWithin(patienceMs, open))).toEqual({ 401: doors.length });
  });

  test("shuts nobody out with 500 heads that do not end", async () => {
    open = await attacks.slowHeads(server.url, 500);
    const stop = attacks.trickle(open, "a");
    try {
      expect(await statusesWithKeys()).toEqual([200, 200]);
    } finally {
      stop();
    }
  });

  test("shuts nobody out with 1,000 connections over which nothing comes", async () => {
    open = await attacks.idle(server.url, 1_000);
    expect(await statusesWithKeys()).toEqual([200, 200]);
  });

  test("gets 431 for a header of 1 MiB", async () => {
    open = [await attacks.hugeHeader(server.url, 1024 * 1024)];
    expect(await outcomesWithin(patienceMs, open)).toEqual([431]);
    expect(await statusesWithKeys()).toEqual([200, 200]);
  });

  test.skipIf(!tellsOfProcesses)(
    "cannot fill the memory with 2,000 requests at once over one connection (needs /proc)",
    async () => {
      const pid = serverPid(server.dataDir);
      forgetPeak(pid);
      const { resident } = processMemory(pid);
      const connection = await attacks.pipelined(server.url, 2_000);
      connection.stopReading();
      open = [connection];
      expect(await statusesWithKeys()).toEqual([200, 200]);
      expect(processMemory(pid).peak - resident).toBeLessThan(150e6);
    },
  );
});
