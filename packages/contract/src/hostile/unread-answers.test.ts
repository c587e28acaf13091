import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { credentials } from "../server/credentials.ts";
import { runServer, type RunningServer } from "../server/running-server.ts";
import { pointRead, post } from "./asking.ts";
import { unread } from "./attacks/unread.ts";
import { upload } from "./attacks/uploads.ts";
import { type Outcome, outcomesWithin } from "./outcomes.ts";
import { destroyAll, type RawConnection } from "./raw-connection.ts";
import { forgetPeak, processMemory, serverPid, tellsOfProcesses } from "./server-figures.ts";

const project = "acme/unread-answers";
const patienceMs = 40_000;
const largeNames = Array.from({ length: 12 }, (_, index) => `large-${index}`);

let server: RunningServer;
let open: RawConnection[] = [];

/** Each test has a server of its own: memory that one attack leaves must not count for the next. */
beforeEach(async () => {
  if (tellsOfProcesses) server = await runServer();
}, 120_000);

afterEach(async () => {
  destroyAll(open);
  open = [];
  await server?.end();
});

interface Question {
  readonly path: string;
  readonly body: object;
}

/** Sends a request `count` times at once, and reads only the heads of the answers. */
async function ask(count: number, question: Question): Promise<readonly Outcome[]> {
  const headers = credentials(server.keys.read);
  const asked = await unread(server.url, count, { ...question, headers });
  open.push(...asked);
  return await outcomesWithin(patienceMs, asked);
}

/**
 * Sends requests and reads no answer. Returns the server's peak of memory, and its memory before.
 */
async function held(
  count: number,
  question: Question,
): Promise<{ before: number; peak: number; outcomes: readonly Outcome[] }> {
  const pid = serverPid(server.dataDir);
  forgetPeak(pid);
  const before = processMemory(pid).resident;
  const outcomes = await ask(count, question);
  // Without back-pressure, the server would go on making the answers while it serves these
  // requests.
  for (let round = 0; round < 20; round += 1) {
    const beside = await pointRead(server.url, server.stranger, "elsewhere/unread-answers");
    expect(beside.status, beside.text).toBe(200);
  }
  expect(serverPid(server.dataDir), "the server that was there before").toBe(pid);
  return { before, peak: processMemory(pid).peak, outcomes };
}

async function written(path: string, body: string): Promise<Record<string, unknown>> {
  const answer = await post({ url: server.url, path, key: server.keys.write, body });
  expect(answer.status, answer.text.slice(0, 500)).toBe(200);
  return JSON.parse(answer.text) as Record<string, unknown>;
}

describe.skipIf(!tellsOfProcesses)("answers that nobody reads (needs /proc)", () => {
  test("of streams of calls cost each further reader about a megabyte, not nine", async () => {
    const text = "x".repeat(10_000);
    for (let batch = 0; batch < 30; batch += 1) {
      const start = (): object => ({
        project_id: project,
        id: crypto.randomUUID(),
        op_name: "op",
        started_at: new Date().toISOString(),
        attributes: {},
        inputs: { text },
      });
      const items = Array.from({ length: 100 }, () => ({ mode: "start", req: { start: start() } }));
      await written("/traces/call/upsert_batch", JSON.stringify({ batch: items }));
    }
    const question = { path: "/traces/calls/stream_query", body: { project_id: project } };
    // The first requests pay costs that come only once, such as the first growth of the heap.
    await ask(10, question);
    const { before, peak, outcomes } = await held(30, question);
    for (const outcome of outcomes) expect([200, 429, 503]).toContain(outcome);
    // Collections of garbage move this by tens of megabytes either way.
    expect(peak - before).toBeLessThan(30 * 5e6);
  });

  test("of one file of 32 MiB cost each further reader about a megabyte", async () => {
    const { authorization = "" } = credentials(server.keys.write);
    const fileBytes = 32 * 1024 * 1024;
    const form = { authorization, project, fileBytes, isFileFirst: false };
    const { connection } = await upload(server.url, form);
    expect(await outcomesWithin(patienceMs, [connection])).toEqual([200]);
    const [, digest] = /"digest":"(\w+)"/.exec(connection.text) ?? [];
    connection.destroy();
    const body = { project_id: project, digest };
    const question = { path: "/traces/file/content", body };
    await ask(10, question);
    const { before, peak, outcomes } = await held(30, question);
    for (const outcome of outcomes) expect([200, 429, 503]).toContain(outcome);
    // Collections of garbage move this by tens of megabytes either way.
    expect(peak - before).toBeLessThan(30 * 5e6);
  });

  test("of 8 refs to one object of 31 MiB, 12 at once, do not pile up in memory", async () => {
    const val = `"${"x".repeat(31 * 1024 * 1024)}"`;
    const body = `{"obj":{"project_id":"${project}","object_id":"big","val":${val}}}`;
    const { digest } = await written("/traces/obj/create", body);
    const refs = Array.from(
      { length: 8 },
      () => `weave:///${project}/object/big:${String(digest)}`,
    );
    const { peak, outcomes } = await held(12, { path: "/traces/refs/read_batch", body: { refs } });
    for (const outcome of outcomes) expect([200, 429, 503]).toContain(outcome);
    for (const { statuses, text } of open) {
      if (statuses[0] === 200) continue;
      expect(text).toMatch(/^retry-after: \d+/im);
      expect(text).toMatch(/answers/i);
    }
    expect(peak).toBeLessThan(1.3e9);
  }, 120_000);

  test("of 12 objects of 5 MB each, asked for by 20 at once, do not pile up in memory", async () => {
    for (const name of largeNames) {
      const val = `"${name}${"x".repeat(5_000_000)}"`;
      const obj = `{"project_id":"${project}","object_id":"${name}","val":${val}}`;
      await written("/traces/obj/create", `{"obj":${obj}}`);
    }
    const body = { project_id: project, filter: { object_ids: largeNames }, metadata_only: false };
    const { peak, outcomes } = await held(20, { path: "/traces/objs/query", body });
    for (const outcome of outcomes) expect([200, 429, 503]).toContain(outcome);
    expect(peak).toBeLessThan(1.3e9);
  }, 120_000);
});
