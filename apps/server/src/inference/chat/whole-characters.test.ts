import { afterAll, beforeAll, expect, it } from "vitest";
import { ask, completionOf, type Members } from "../testing/asking.ts";
import { chatServer, trainedName, type ChatServer } from "../testing/chat-server.ts";

let server: ChatServer;
beforeAll(async () => {
  server = await chatServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const broken = "\ufffd";

/** How many of 64 answers of a model that is far too hot have a character that is broken, but for one that the token limit cut. */
async function brokenAnswers(members: Members): Promise<number> {
  const request = { temperature: 2, n: 64, max_tokens: 60, seed: 1, ...members };
  const { choices } = completionOf(await ask(server, request));
  const texts = choices.map(({ message, finish_reason: reason }) =>
    reason === "length" ? message.content!.replace(/\ufffd$/, "") : message.content!,
  );
  return texts.filter((text) => text.includes(broken)).length;
}

it("the built-in model writes no broken characters", async () => {
  expect(await brokenAnswers({})).toBe(0);
  // The same weights, sampled as they are.
  expect(await brokenAnswers({ model: trainedName })).toBeGreaterThan(5);
});

it("tokens that the request lists may be halves of characters", async () => {
  const request = { allowed_token_ids: [0xc3], max_tokens: 3 };
  expect(completionOf(await ask(server, request)).usage.completion_tokens).toBe(3);
});
