import { expect, test, vi } from "vitest";
import { bytes, jsonl, reply } from "../reply.ts";
import { listen } from "../testing/listen.ts";
import { post, trial } from "../testing/tiny-service.ts";

const query = post('{"project_id":"acme/a"}');
const note = (id: string) => ({ id, value: { padding: "x".repeat(1000) } });

test("a client that closes the connection stops the stream and its source", async () => {
  let isClosed = false;
  let taken = 0;
  const signals: AbortSignal[] = [];
  async function* endless() {
    try {
      for (;;) {
        yield note(String(taken++));
        if (taken % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    } finally {
      isClosed = true;
    }
  }
  const handler = ({ signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return jsonl(endless());
  };
  const { app, errors } = trial({ notes: { query: handler } });
  await using server = await listen(app);
  const leaving = new AbortController();
  const response = await fetch(`${server.url}/notes/query`, { ...query, signal: leaving.signal });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  leaving.abort();
  await expect(reader.read()).rejects.toThrow(/abort/);
  await vi.waitFor(() => expect(isClosed).toBe(true), 120_000);
  expect(signals[0]?.aborted).toBe(true);
  expect(errors).toEqual([]);
});

test("a client that closes the connection aborts a handler that is still at work", async () => {
  const started = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const create = ({ signal }: { signal: AbortSignal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => {
        stopped.resolve();
        reject(signal.reason);
      });
      started.resolve();
    });
  const { app, errors } = trial({ notes: { create } });
  await using server = await listen(app);
  const leaving = new AbortController();
  const init = { ...post('{"project_id":"acme/a","value":{}}'), signal: leaving.signal };
  const answer = fetch(`${server.url}/notes/create`, init);
  await started.promise;
  leaving.abort();
  await expect(answer).rejects.toThrow(/abort/);
  await stopped.promise;
  expect(errors).toEqual([]);
});

test("an error after the first byte breaks the connection: the answer must not look complete", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  async function* failing() {
    for (let i = 0; i < 200; i++) yield note(String(i));
    await new Promise((resolve) => setImmediate(resolve));
    throw new Error("secret");
  }
  const { app } = trial({ notes: { query: () => jsonl(failing()) } });
  await using server = await listen(app);
  const response = await fetch(`${server.url}/notes/query`, query);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow("terminated");
  // The listener prints the error that it gets, so this error must not contain the cause.
  expect(JSON.stringify(log.mock.calls)).not.toContain("secret");
  log.mockRestore();
});

test("a slow client holds the source back", async () => {
  let taken = 0;
  async function* endless() {
    for (;;) {
      taken++;
      yield new Uint8Array(65_536);
    }
  }
  const { app } = trial({ notes: { content: () => bytes(endless()) } });
  await using server = await listen(app);
  const leaving = new AbortController();
  const response = await fetch(`${server.url}/v2/acme/a/notes/1`, {
    headers: { authorization: "Bearer k" },
    signal: leaving.signal,
  });
  expect(response.status).toBe(200);
  let last = -1;
  await vi.waitFor(
    () => {
      const before = last;
      last = taken;
      expect(taken).toBe(before);
    },
    { interval: 50, timeout: 120_000 },
  );
  // No more than the buffers of the sockets and of the client hold.
  expect(taken).toBeLessThan(1000);
  leaving.abort();
});

test("a body over the limit is answered with 413 over a socket", async () => {
  const { app } = trial(
    { notes: { create: () => reply(200, note("1")) } },
    { limits: { bodyBytes: 1000 } },
  );
  await using server = await listen(app);
  const body = JSON.stringify({ project_id: "acme/a", value: { x: "y".repeat(3_000_000) } });
  expect((await fetch(`${server.url}/notes/create`, post(body))).status).toBe(413);
  const chunked = new Blob([body]).stream();
  const init = { ...post(""), body: chunked, duplex: "half" } as RequestInit;
  expect((await fetch(`${server.url}/notes/create`, init)).status).toBe(413);
});
