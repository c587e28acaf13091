import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, choiceOf, completionOf, errorOf, type Members } from "../testing/asking.ts";
import { type ChatServer, chatServer } from "../testing/chat-server.ts";

// Items 21 to 47 of the checklist in inference-api §13.

let server: ChatServer;

beforeAll(async () => {
  server = await chatServer();
});

afterAll(() => server[Symbol.asyncDispose]());

const say = (text: string): Members => ({ messages: [{ role: "user", content: text }] });
const free = { temperature: 1, max_tokens: 16 };

describe("ranges and combinations", () => {
  test.each<[item: number, param: string, status: number, members: Members]>([
    [23, "max_tokens", 400, { max_tokens: 0 }],
    [23, "max_completion_tokens", 400, { max_completion_tokens: -1 }],
    [24, "max_tokens", 400, { max_tokens: 5000 }],
    [24, "messages", 400, { max_tokens: 4096 }],
    [25, "truncate_prompt_tokens", 400, { truncate_prompt_tokens: -2 }],
    [25, "truncate_prompt_tokens", 400, { truncate_prompt_tokens: 4097 }],
    [25, "truncate_prompt_tokens", 400, { truncate_prompt_tokens: 0 }],
    [27, "temperature", 400, { temperature: -0.1 }],
    [27, "temperature", 400, { temperature: 2.1 }],
    [28, "top_p", 400, { top_p: 0 }],
    [28, "top_p", 400, { top_p: 1.1 }],
    [28, "", 200, { top_p: 1 }],
    [29, "", 200, { top_k: -1 }],
    [29, "", 200, { top_k: 0 }],
    [29, "top_k", 400, { top_k: -2 }],
    [30, "min_p", 400, { min_p: 1.1 }],
    [30, "repetition_penalty", 400, { repetition_penalty: 0 }],
    [31, "", 200, { presence_penalty: 2, frequency_penalty: -2 }],
    [31, "presence_penalty", 400, { presence_penalty: 2.1 }],
    [31, "frequency_penalty", 400, { frequency_penalty: -2.1 }],
    [33, "n", 400, { n: 0 }],
    [33, "n", 400, { n: 129 }],
    [33, "n", 400, { n: 2, temperature: 0 }],
    [33, "", 200, { n: null }],
    [34, "logit_bias", 400, { logit_bias: { x: 1 } }],
    [34, "logit_bias", 400, { logit_bias: { 1024: 1 } }],
    [34, "", 200, { logit_bias: { 97: 1000 } }],
    [35, "allowed_token_ids", 400, { allowed_token_ids: [] }],
    [35, "allowed_token_ids", 400, { allowed_token_ids: [9999] }],
    [36, "bad_words", 400, { bad_words: [""] }],
    [37, "min_tokens", 400, { min_tokens: 20, max_tokens: 10 }],
    [37, "min_tokens", 400, { min_tokens: null }],
    [40, "priority", 400, { priority: -1 }],
    [40, "", 200, { priority: 1 }],
    [40, "", 200, { priority: 0 }],
    [41, "logits_processors", 400, { logits_processors: ["a.b"] }],
    [41, "", 200, { logits_processors: null }],
    [41, "", 200, { logits_processors: [] }],
    [42, "chat_template", 400, { chat_template: "{{ messages }}" }],
    [42, "chat_template", 400, { chat_template_kwargs: { chat_template: "x" } }],
    [42, "mm_processor_kwargs", 400, { mm_processor_kwargs: {} }],
    [44, "", 200, { stop: ["A", "B"] }],
    [44, "", 200, { stop: null }],
    [44, "", 200, { stop: [] }],
    [44, "stop", 400, { stop: "" }],
    [44, "stop", 400, { stop: Array.from({ length: 17 }, String) }],
    [46, "stop_token_ids", 400, { stop_token_ids: [-1] }],
    [49, "top_logprobs", 400, { top_logprobs: 5 }],
    [49, "top_logprobs", 400, { logprobs: true, top_logprobs: 21 }],
    [49, "top_logprobs", 400, { logprobs: true, top_logprobs: -2 }],
    [49, "", 200, { logprobs: true, top_logprobs: null }],
    [52, "prompt_logprobs", 400, { prompt_logprobs: 1, stream: true }],
    [52, "prompt_logprobs", 400, { prompt_logprobs: -2 }],
    [52, "", 200, { prompt_logprobs: 0, stream: true }],
    [55, "continue_final_message", 400, { continue_final_message: true }],
    [57, "", 200, { documents: [{ title: "a", text: "b" }] }],
    [57, "documents.0.text", 400, { documents: [{ text: 1 }] }],
    [59, "cache_salt", 400, { cache_salt: "" }],
    [59, "cache_salt", 400, { cache_salt: "a\u0000" }],
    [80, "stream_options", 400, { stream_options: { include_usage: true } }],
    [80, "", 200, { stream_options: {} }],
    [83, "temperature", 400, { temperature: 3, stream: true }],
  ])("%i: %s is %i for %j", async (_, param, status, members) => {
    const answer = await ask(server, { max_tokens: 4, ...members });
    expect(answer.status, answer.text).toBe(status);
    if (status !== 400) return;
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(errorOf(answer)).toMatchObject({ type: "invalid_request_error", param });
  });

  test("24: a prompt that is too long says how long the context is", async () => {
    const answer = await ask(server, say("x".repeat(5000)));
    expect(answer.status).toBe(400);
    expect(errorOf(answer)).toMatchObject({
      param: "messages",
      code: "context_length_exceeded",
      message: expect.stringContaining("maximum context length is 4096 tokens"),
    });
  });

  test("a prompt of a million characters is refused before it is read", async () => {
    const answer = await ask(server, say("x".repeat(1_000_000)));
    expect(errorOf(answer)).toMatchObject({ code: "context_length_exceeded", param: "messages" });
  });
});

describe("lengths", () => {
  test("21: one token is one token", async () => {
    const answer = completionOf(await ask(server, { max_tokens: 1 }));
    expect(answer.usage.completion_tokens).toBe(1);
    expect(answer.choices[0]?.finish_reason).toBe("length");
  });

  test("22: the newer name of the limit wins", async () => {
    const members = { max_tokens: 9, max_completion_tokens: 2 };
    expect(completionOf(await ask(server, members)).usage.completion_tokens).toBe(2);
  });

  test("25: a prompt is cut to its end", async () => {
    const cut = await ask(server, { truncate_prompt_tokens: 5, max_tokens: 2 });
    expect(completionOf(cut).usage.prompt_tokens).toBe(5);
    const fitted = await ask(server, {
      ...say("x".repeat(5000)),
      truncate_prompt_tokens: -1,
      max_tokens: 6,
    });
    expect(completionOf(fitted).usage.prompt_tokens).toBe(4090);
  });

  test("26: an answer goes on to its end without a limit", async () => {
    const { usage, choices } = completionOf(await ask(server, say("hello")));
    expect(usage.completion_tokens).toBeGreaterThan(9);
    expect(choices[0]?.finish_reason).toBe("stop");
  });

  test("37: no end before the least number of tokens", async () => {
    const { usage } = completionOf(await ask(server, { min_tokens: 60, max_tokens: 80 }));
    expect(usage.completion_tokens).toBeGreaterThanOrEqual(60);
  });

  test("38: an end that is ignored ends nothing", async () => {
    const { usage, choices } = completionOf(
      await ask(server, { ignore_eos: true, max_tokens: 50 }),
    );
    expect(usage.completion_tokens).toBe(50);
    expect(choices[0]?.finish_reason).toBe("length");
  });
});

describe("drawing", () => {
  test("27, 29: the likeliest tokens are always the same", async () => {
    const texts = await Promise.all(
      [{ temperature: 0 }, { temperature: 0 }, { temperature: 1, top_k: 1 }].map(
        async (members) => choiceOf(await ask(server, members)).message.content,
      ),
    );
    expect(new Set(texts).size).toBe(1);
  });

  test("32: a seed gives the same text again, and all its bits count", async () => {
    const body = (seed: string): string =>
      `{"model":"heddle/loom","temperature":2,"max_tokens":40,"seed":${seed},` +
      '"messages":[{"role":"user","content":"hello"}]}';
    const text = async (seed: string): Promise<unknown> => {
      const response = await fetch(`${server.url}/v1/chat/completions`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${server.keys.acme}`,
          "content-type": "application/json",
        },
        body: body(seed),
      });
      if (response.status !== 200) return response.status;
      return ((await response.json()) as { choices: { message: { content: string } }[] }).choices[0]
        ?.message.content;
    };
    expect(await text("7")).toBe(await text("7"));
    const largest = "9223372036854775807";
    expect(await text(largest)).toBe(await text(largest));
    expect(await text(largest)).not.toBe(await text("9223372036854775806"));
    expect(await text("9223372036854775808")).toBe(400);
  });

  test("33: several choices, and the prompt counts once", async () => {
    const answer = completionOf(await ask(server, { n: 3, ...free, seed: 1 }));
    expect(answer.choices.map(({ index }) => index)).toEqual([0, 1, 2]);
    const one = completionOf(await ask(server, free));
    expect(answer.usage.prompt_tokens).toBe(one.usage.prompt_tokens);
  });

  test("34, 35: biases and allowed tokens force a token", async () => {
    const forced = await ask(server, { logit_bias: { 120: 100 }, max_tokens: 4 });
    expect(choiceOf(forced).message.content).toBe("xxxx");
    const allowed = await ask(server, { allowed_token_ids: [121], max_tokens: 3 });
    expect(choiceOf(allowed).message.content).toBe("yyy");
  });

  test("36: bad words do not appear, within a sentence either", async () => {
    const plain = choiceOf(await ask(server)).message.content ?? "";
    expect(plain).toContain("help");
    const without = await ask(server, { bad_words: ["help", "you"] });
    expect(choiceOf(without).message.content).not.toMatch(/help|you/);
  });

  test("39: a beam search needs no temperature for several choices", async () => {
    const members = { use_beam_search: true, n: 2, temperature: 0, max_tokens: 8 };
    expect(completionOf(await ask(server, members)).choices).toHaveLength(2);
  });
});

describe("stops", () => {
  // The built-in model greets with "Hello! How can I help you?".
  test.each<[item: number, members: Members, content: string, reason: string | number | null]>([
    [43, { stop: "can" }, "Hello! How ", "can"],
    [43, { stop: "can", include_stop_str_in_output: true }, "Hello! How can", "can"],
    [45, { stop: ["never", "How can I help you!", "help"] }, "Hello! How can I ", "help"],
    [46, { stop_token_ids: [33] }, "Hello!", 33],
    [47, {}, "Hello! How can I help you?", null],
  ])("%i: %j", async (_, members, content, reason) => {
    const choice = choiceOf(await ask(server, members));
    expect(choice).toMatchObject({ finish_reason: "stop", stop_reason: reason });
    expect(choice.message.content).toBe(content);
  });
});
