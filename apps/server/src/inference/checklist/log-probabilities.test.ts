import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, choiceOf, completionOf } from "../testing/asking.ts";
import { type ChatServer, chatServer } from "../testing/chat-server.ts";

// Items 48 to 59 of the checklist in inference-api §13.

let server: ChatServer;

beforeAll(async () => {
  server = await chatServer();
});

afterAll(() => server[Symbol.asyncDispose]());

const utf8 = new TextDecoder();

describe("log probabilities", () => {
  test("48: one entry for each token, the end included", async () => {
    const { usage, choices } = completionOf(await ask(server, { logprobs: true }));
    const content = choices[0]?.logprobs?.content ?? [];
    expect(content).toHaveLength(usage.completion_tokens);
    for (const { token, logprob, bytes, top_logprobs: top } of content) {
      expect(logprob).toBeLessThanOrEqual(0);
      expect(Number.isFinite(logprob)).toBe(true);
      expect(utf8.decode(Uint8Array.from(bytes ?? []))).toBe(token);
      expect(top).toEqual([]);
    }
    const text = content.map(({ token }) => token).join("");
    expect(text).toBe(`${choices[0]?.message.content}<|im_end|>`);
  });

  test("48: a part of a character has no bytes of its own, and its id where that is asked for", async () => {
    const members = { guided_choice: ["é!"], logprobs: true, return_token_ids: true };
    const { message, logprobs, token_ids: ids } = choiceOf(await ask(server, members));
    expect(message.content).toBe("é!");
    // The last token ends the turn.
    expect(logprobs?.content?.slice(0, -1)).toMatchObject([
      { token: "\ufffd", bytes: null },
      { token: "\ufffd", bytes: null },
      { token: "!", bytes: [33] },
    ]);
    expect(utf8.decode(Uint8Array.from(ids?.slice(0, 2) ?? []))).toBe("é");
  });

  test("49: the likeliest tokens come first, no more than asked for", async () => {
    const members = { logprobs: true, top_logprobs: 5, temperature: 1, max_tokens: 10 };
    for (const { top_logprobs: top } of choiceOf(await ask(server, members)).logprobs?.content ??
      []) {
      const values = top.map(({ logprob }) => logprob);
      expect(values).toHaveLength(5);
      expect(values).toEqual(values.toSorted((one, other) => other - one));
    }
  });

  test("50, 51: tokens as ids are the ids of the tokens", async () => {
    const answer = completionOf(
      await ask(server, {
        logprobs: true,
        return_tokens_as_token_ids: true,
        return_token_ids: true,
      }),
    );
    const [choice] = answer.choices;
    expect(choice?.logprobs?.content?.map(({ token }) => token)).toEqual(
      choice?.token_ids?.map((id) => `token_id:${id}`),
    );
    expect(choice?.token_ids).toHaveLength(answer.usage.completion_tokens);
    expect(answer.prompt_token_ids).toHaveLength(answer.usage.prompt_tokens);
  });

  test("52: those of the prompt, by the ids of tokens", async () => {
    const answer = completionOf(
      await ask(server, { prompt_logprobs: 1, return_token_ids: true, max_tokens: 1 }),
    );
    const places = answer.prompt_logprobs ?? [];
    expect(places).toHaveLength(answer.usage.prompt_tokens);
    expect(places[0]).toBeNull();
    places.slice(1).forEach((place, at) => {
      const id = String(answer.prompt_token_ids?.[at + 1]);
      expect(place?.[id]).toMatchObject({
        logprob: expect.any(Number),
        rank: expect.any(Number),
        decoded_token: expect.any(String),
      });
      expect(Object.keys(place ?? {}).length).toBeLessThanOrEqual(2);
    });
  });

  test("53: nothing of it where nobody asks", async () => {
    const answer = completionOf(await ask(server));
    expect(answer).toMatchObject({ prompt_logprobs: null, prompt_token_ids: null });
    expect(answer.choices[0]).toMatchObject({ logprobs: null, token_ids: null });
  });
});

describe("prompts", () => {
  const opened = {
    messages: [
      { role: "user", content: "hello" },
      { role: "assistant", content: "Hello! How" },
    ],
    continue_final_message: true,
    add_generation_prompt: false,
  };

  test("54: goes on with the last message, and repeats it where asked", async () => {
    const { message } = choiceOf(await ask(server, opened));
    expect(message).toMatchObject({ role: "assistant", content: " can I help you?" });
    const echoing = choiceOf(await ask(server, { ...opened, echo: true }));
    expect(echoing.message.content).toBe("Hello! How can I help you?");
  });

  test("54: echo brings the log probabilities of the prompt too", async () => {
    const answer = completionOf(await ask(server, { ...opened, echo: true }));
    expect(answer.prompt_logprobs).toHaveLength(answer.usage.prompt_tokens);
  });

  test("without an opened turn the answer has the role of the last message", async () => {
    const { message } = choiceOf(await ask(server, { add_generation_prompt: false }));
    expect(message.role).toBe("user");
  });

  test("59: prompts with different salts share nothing", async () => {
    const messages = [{ role: "user", content: `hello ${"again ".repeat(20)}` }];
    const cached = async (salt: string): Promise<number | null | undefined> =>
      completionOf(await ask(server, { messages, cache_salt: salt, max_tokens: 1 })).usage
        .prompt_tokens_details?.cached_tokens;
    expect(await cached("one")).toBe(0);
    expect(await cached("one")).toBeGreaterThan(0);
    expect(await cached("two")).toBe(0);
  });

  test("59: entities share nothing, whatever salts they choose", async () => {
    const messages = [{ role: "user", content: `secret ${"words ".repeat(20)}` }];
    const members = { messages, cache_salt: "same", max_tokens: 1 };
    await ask(server, members);
    const headers = { authorization: `Bearer ${server.keys.elsewhere}` };
    const other = completionOf(await ask(server, members, { headers }));
    expect(other.usage.prompt_tokens_details?.cached_tokens).toBe(0);
  });
});
