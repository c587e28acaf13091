import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { credentials } from "../server/credentials.ts";
import { runServer, type RunningServer } from "../server/running-server.ts";
import { pointRead, startCall } from "./asking.ts";
import { allButLast, promising, type Sender, steadily } from "./attacks/slow-bodies.ts";
import { trickle } from "./attacks/without-a-key.ts";
import { outcomesWithin, tally, within } from "./outcomes.ts";
import { destroyAll, type RawConnection } from "./raw-connection.ts";
import { bytesBelow } from "./server-figures.ts";

const project = "acme/slow-bodies";
const mebibyte = 1024 * 1024;
const bodyBytes = 4 * mebibyte;
/** The smallest budget allowed, so that a few bodies fill it. */
const bodiesBytes = 64 * mebibyte;
/** A window of the minimum rate lasts 10 s; a body may begin to be slow at the end of one. */
const patienceMs = 35_000;

let server: RunningServer;
let open: RawConnection[] = [];

beforeAll(async () => {
  server = await runServer({
    HEDDLE_LIMIT_BODY: String(bodyBytes),
    HEDDLE_LIMIT_BODIES: String(bodiesBytes),
  });
}, 120_000);

afterAll(() => server?.end());

afterEach(() => {
  destroyAll(open);
  open = [];
});

function sender(key: string, bytes: number, path = "/traces/call/upsert_batch"): Sender {
  const { authorization = "" } = credentials(key);
  return { path, authorization, bytes };
}

describe("a key whose bodies are slow", () => {
  test("is cut with 408 below the minimum rate, while slow and steady ones go through", async () => {
    const slow = await promising(server.url, 8, sender(server.keys.write, 100_000));
    const stop = trickle(slow);
    // 2 KiB/s: twice the minimum, for longer than a window.
    const question = { project_id: project, id: "nothing", extra: "x".repeat(24_000) };
    const call = Buffer.from(JSON.stringify(question));
    const reader = sender(server.keys.read, call.length, "/traces/call/read");
    const [steady] = await promising(server.url, 1, reader);
    if (steady === undefined) throw new Error("no connection was opened");
    open = [...slow, steady];
    const stopSteady = steadily(steady, call, 2_048);
    try {
      const beside = await Promise.all([
        pointRead(server.url, server.keys.write, project),
        startCall(server.url, server.keys.write, { project }),
        pointRead(server.url, server.stranger, "elsewhere/slow-bodies"),
      ]);
      expect(beside.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(tally(await outcomesWithin(patienceMs, slow))).toEqual({ 408: 8 });
      expect(await within(5_000, Promise.all(slow.map(({ closed }) => closed)))).toBe(true);
      expect(tally(await outcomesWithin(patienceMs, [steady]))).toEqual({ 200: 1 });
    } finally {
      stop();
      stopSteady();
    }
  });

  test("leaves nothing on disk of an upload that stops half-way", async () => {
    const boundary = "heddle-slow-form";
    const upload = {
      ...sender(server.keys.write, 50_000_000, "/traces/file/create"),
      contentType: `multipart/form-data; boundary=${boundary}`,
    };
    open = await promising(server.url, 4, upload);
    const parts =
      `--${boundary}\r\ncontent-disposition: form-data; name="project_id"\r\n\r\n${project}\r\n` +
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n`;
    await Promise.all(open.map((connection) => connection.write(parts + "x".repeat(5_000))));
    expect(tally(await outcomesWithin(patienceMs, open))).toEqual({ 408: 4 });
    await expect
      .poll(() => bytesBelow(join(server.dataDir, "blobs")), { timeout: 120_000 })
      .toBe(0);
  });

  test("leaves room for another key when its bodies are many, large and never whole", async () => {
    open = await promising(server.url, 32, sender(server.keys.write, bodyBytes));
    const sending = allButLast(open, bodyBytes);
    // Twice the budget is on its way.
    await within(8_000, sending);
    const others = await Promise.all([
      pointRead(server.url, server.stranger, "elsewhere/slow-bodies"),
      startCall(server.url, server.stranger, { project: "elsewhere/slow-bodies" }),
    ]);
    expect(others.map(({ status, text }) => `${status} ${text}`)).toEqual([
      expect.stringMatching(/^200/),
      expect.stringMatching(/^200/),
    ]);
    const refused = open.find(({ statuses }) => statuses[0] === 429);
    expect(refused?.text).toMatch(/^retry-after: \d+/im);
    expect(refused?.text).toMatch(/bodies/i);
  });
});
