import { afterEach, expect, test } from "vitest";
import { OpenAnswers } from "../chat/places/open-answers.ts";
import { ask, type Answer, errorOf } from "../testing/asking.ts";
import { type ChatServer, chatServer } from "../testing/chat-server.ts";
import { rawAsk, when } from "../testing/raw-ask.ts";

let server: ChatServer;

afterEach(() => server[Symbol.asyncDispose]());

const limited = async (ofProject: number, inAll: number): Promise<OpenAnswers> => {
  const openAnswers = new OpenAnswers({ ofProject, inAll });
  server = await chatServer({ openAnswers });
  return openAnswers;
};

function expectRefused(answer: Answer): void {
  expect(answer.status).toBe(429);
  expect(errorOf(answer)).toMatchObject({
    type: "rate_limit_error",
    code: "concurrency_limit_reached",
    message: expect.stringContaining("Concurrency limit reached for requests"),
  });
  expect(answer.headers.get("retry-after")).toBe("1");
  expect(Number(answer.headers.get("retry-after-ms"))).toBeGreaterThanOrEqual(250);
}

test("9: a project has so many answers open, and a stream that is left frees its place", async () => {
  const openAnswers = await limited(2, 10);
  const streams = [1, 2].map(() => rawAsk(server, { stream: true }));
  await when(() => openAnswers.size === 2);
  expectRefused(await ask(server));
  expectRefused(await ask(server, { stream: true }));
  const other = { headers: { "openai-project": "acme/other" } };
  expect((await ask(server, {}, other)).status).toBe(200);
  streams[0]?.leave();
  await when(() => openAnswers.size === 1);
  expect((await ask(server)).status).toBe(200);
  streams[1]?.leave();
});

test("the server has so many open in all", async () => {
  const openAnswers = await limited(10, 1);
  const { leave } = rawAsk(server, { stream: true });
  await when(() => openAnswers.size === 1);
  expectRefused(await ask(server, {}, { headers: { "openai-project": "acme/other" } }));
  leave();
  await when(() => openAnswers.size === 0);
  expect((await ask(server)).status).toBe(200);
});

test("refused, answered and broken requests all give their places back", async () => {
  const openAnswers = await limited(3, 3);
  for (const members of [
    {},
    { stream: true },
    { temperature: 9 },
    { model: "none" },
    { max_tokens: 5000, stream: true },
    { structured_outputs: { regex: "(" }, stream: true },
  ]) {
    await ask(server, members);
    expect(openAnswers.size).toBe(0);
  }
});

test("of a thousand requests at once each is answered or told to come back", async () => {
  await limited(256, 512);
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, at) => ask(server, { max_tokens: 4, stream: at % 2 === 0 })),
  );
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].every((status) => status === 200 || status === 429)).toBe(true);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(256);
  expect((await ask(server)).status).toBe(200);
});
