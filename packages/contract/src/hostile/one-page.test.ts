import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { credentials } from "../server/credentials.ts";
import { runServer, type RunningServer } from "../server/running-server.ts";
import { startCall } from "./asking.ts";
import { Heartbeat } from "./heartbeat.ts";

const project = "acme/one-page";
/** Ten times the limit for the page, and for every other client's wait. */
const patienceMs = 10_000;

let server: RunningServer;

beforeAll(async () => {
  server = await runServer();
}, 120_000);

afterAll(() => server?.end());

describe("the page of one call", () => {
  test.each([
    ["296 KB of ordinary prose with quotes", 'He said "yes" and went. '.repeat(12_300)],
    ["110,000 backslashes", "\\".repeat(110_000)],
    ["150,000 lines of white space", " \n\t".repeat(50_000)],
    ["refs without an end", '"weave:///acme/x/'.repeat(8_000)],
    ["110,000 quotes", '"'.repeat(110_000)],
  ])("with %s does not stop the server", async (_name, text) => {
    const id = crypto.randomUUID();
    const started = await startCall(server.url, server.keys.write, { project, id, text });
    expect(started.status, started.text).toBe(200);
    const beat = new Heartbeat(server.url);
    const page = await fetch(`${server.url}/${project}/r/call/${id}`, {
      headers: credentials(server.keys.read),
      signal: AbortSignal.timeout(patienceMs),
    });
    const shown = await page.text();
    await beat.end();
    expect(page.status).toBe(200);
    expect(shown).toContain(id);
    expect(beat.failures).toBe(0);
    expect(beat.longestMs).toBeLessThan(5_000);
  });
});
