import { once } from "node:events";
import { afterEach, beforeAll, afterAll, expect, test } from "vitest";
import { ask, completionOf } from "../testing/asking.ts";
import { type ChatServer, chatServer } from "../testing/chat-server.ts";
import { rawAsk, when } from "../testing/raw-ask.ts";

/**
 * What leaving may take: 2 to 10 ms were measured, 50 are promised, and a busy machine adds to that. The answers that
 * are left would take several seconds more.
 */
const promptMs = 1_000;

let server: ChatServer;

beforeAll(async () => {
  server = await chatServer();
  await ask(server);
});

afterAll(() => server[Symbol.asyncDispose]());

const running = (): number => server.engine.statistics().runningSequences;

afterEach(async () => {
  await when(() => server.openAnswers.size === 0);
  await when(() => running() === 0);
});

test("a client that leaves a stream stops its sampling", async () => {
  const { response, leave } = rawAsk(server, { stream: true });
  const stream = await response;
  await once(stream, "data");
  await when(() => running() === 1);
  stream.on("error", () => undefined);
  leave();
  expect(await when(() => running() === 0)).toBeLessThan(promptMs);
});

test("a client that leaves before its whole answer stops its sampling", async () => {
  const { leave } = rawAsk(server, { n: 4, temperature: 1 });
  await when(() => running() === 4);
  leave();
  expect(await when(() => running() === 0)).toBeLessThan(promptMs);
});

test("a client that leaves before the first event stops what was begun for it", async () => {
  const before = server.engine.statistics().decodeSteps;
  const { leave } = rawAsk(server, {
    stream: true,
    messages: [{ role: "user", content: "x".repeat(4000) }],
  });
  await when(() => server.openAnswers.size === 1);
  leave();
  expect(await when(() => server.openAnswers.size === 0)).toBeLessThan(promptMs);
  expect(await when(() => running() === 0)).toBeLessThan(promptMs);
  expect(server.engine.statistics().decodeSteps - before).toBeLessThan(100);
});

test("a client that does not read holds the engine up to a bound, and nobody else", async () => {
  // More than the buffers of a connection take.
  const choices = { n: 8, max_tokens: 4000, temperature: 1 };
  const before = decoded();
  const { response, leave } = rawAsk(server, {
    ...choices,
    stream: true,
    logprobs: true,
    top_logprobs: 20,
  });
  const head = await response;
  head.on("error", () => undefined);
  await stillness();
  expect(running()).toBe(choices.n);
  expect(decoded() - before).toBeLessThan((choices.n * choices.max_tokens) / 2);

  const { usage } = completionOf(await ask(server));
  expect(usage.completion_tokens).toBeGreaterThan(0);
  leave();
});

const decoded = (): number => server.engine.statistics().decodedRows;

/** Resolves when the engine has decoded nothing for a while. */
async function stillness(): Promise<void> {
  let rows = decoded();
  let sinceMs = performance.now();
  await when(() => {
    if (decoded() !== rows) {
      rows = decoded();
      sinceMs = performance.now();
    }
    return performance.now() - sinceMs > 300;
  });
}
