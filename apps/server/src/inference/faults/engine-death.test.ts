import { once } from "node:events";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ask, errorOf, streamOf } from "../testing/asking.ts";
import { type ChatServer, chatServer } from "../testing/chat-server.ts";
import { rawAsk, when } from "../testing/raw-ask.ts";

let server: ChatServer;

beforeEach(async () => {
  server = await chatServer();
});

afterEach(() => server[Symbol.asyncDispose]());

test("84: an engine that dies in the middle of a stream ends it with an error", async () => {
  const { response } = rawAsk(server, { stream: true });
  const stream = await response;
  const read = text(stream);
  await once(stream, "data");
  await server.engine.killWorker();
  const { errors, isDone, chunks } = streamOf({
    status: 200,
    headers: new Headers(),
    text: await read,
  });
  expect(chunks.length).toBeGreaterThan(0);
  expect(errors).toEqual([
    {
      message: expect.stringMatching(/./),
      type: "overloaded_error",
      param: null,
      code: "engine_unavailable",
    },
  ]);
  expect(isDone).toBe(true);
  expect(server.openAnswers.size).toBe(0);
  expect((await ask(server)).status).toBe(200);
});

test("84: one that dies during a whole answer answers 503", async () => {
  await ask(server);
  const asked = ask(server, { ignore_eos: true, max_tokens: 4000 });
  await when(() => server.engine.statistics().runningSequences === 1);
  await server.engine.killWorker();
  const answer = await asked;
  expect(answer.status).toBe(503);
  expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(errorOf(answer)).toMatchObject({ code: "engine_unavailable" });
});

test("87: comments keep a silent stream open", async () => {
  await using impatient = await chatServer({ keepAliveMs: 5 });
  const messages = [{ role: "user", content: "x".repeat(4000) }];
  const { others, isDone } = streamOf(
    await ask(impatient, { messages, stream: true, max_tokens: 4 }),
  );
  expect(new Set(others)).toEqual(new Set([": keep-alive"]));
  expect(isDone).toBe(true);
});
