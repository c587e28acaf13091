import type { Inference } from "@heddle/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, choiceOf, errorOf, type Members, streamOf } from "../testing/asking.ts";
import { type ChatServer, chatServer } from "../testing/chat-server.ts";

// Items 11 to 20 and 60 to 74 of the checklist in inference-api §13.

let server: ChatServer;

beforeAll(async () => {
  server = await chatServer();
});

afterAll(() => server[Symbol.asyncDispose]());

const say = (text: string): Members => ({ messages: [{ role: "user", content: text }] });
const tool = (name: string): unknown => ({
  type: "function",
  function: {
    name,
    description: "The weather in a city.",
    parameters: {
      type: "object",
      properties: { city: { type: "string" } },
      required: ["city"],
    },
  },
});
const weather = { ...say("What is the weather in Paris?"), tools: [tool("get_weather")] };
const named = (name: string): unknown => ({ type: "function", function: { name } });

describe("messages", () => {
  const call = { id: "call_1", type: "function", function: { name: "f", arguments: "{no json" } };
  test.each<[item: number, messages: unknown[]]>([
    [11, ["developer", "system", "user", "narrator"].map((role) => ({ role, content: "hello" }))],
    [
      11,
      [
        { role: "user", content: "hello" },
        { role: "function", name: "f", content: "1" },
      ],
    ],
    [
      13,
      [
        { role: "user", content: "hello" },
        { role: "assistant", content: null, tool_calls: [call] },
        { role: "tool", tool_call_id: "call_1", content: "sunny" },
      ],
    ],
    [
      14,
      [
        { role: "user", content: "hello" },
        { role: "tool", tool_call_id: "call_1", content: [{ type: "text", text: "sunny" }] },
      ],
    ],
    [
      16,
      [
        { role: "assistant", content: "hi", reasoning: "a", reasoning_content: "b" },
        { role: "user", content: "hello" },
      ],
    ],
  ])("%i: accepts %j", async (_, messages) => {
    const answer = await ask(server, { messages, max_tokens: 4 });
    expect(answer.status, answer.text).toBe(200);
  });

  test("12: text parts are the text that they are joined to", async () => {
    const tokens = async (content: unknown): Promise<unknown> => {
      const members = { messages: [{ role: "user", content }], return_token_ids: true };
      const answer = await ask(server, { ...members, max_tokens: 1 });
      return (JSON.parse(answer.text) as Inference.ChatCompletion).prompt_token_ids;
    };
    const parts = ["one", "two"].map((text) => ({ type: "text", text }));
    expect(await tokens(parts)).toEqual(await tokens("one\ntwo"));
  });

  test.each<[item: number, messages: unknown, training: number]>([
    [17, [{ role: "user", content: [{ type: "hologram" }] }], 400],
    [17, [{ role: "user", content: [{ type: "file", file: { file_id: "f" } }] }], 400],
    [
      18,
      [{ role: "user", content: [{ type: "image_url", image_url: { url: "https://a" } }] }],
      400,
    ],
    [19, [], 422],
    [20, [{ content: "hello" }], 422],
  ])("%i: refuses %j", async (_, messages, training) => {
    const answer = await ask(server, { messages });
    expect(answer.status).toBe(400);
    expect(errorOf(answer).message).toMatch(/.../);
    expect((await ask(server, { messages }, { prefix: "/training/v1" })).status).toBe(training);
  });
});

describe("formats", () => {
  const schema = {
    type: "object",
    properties: { place: { type: "string" }, day: { type: "integer" } },
    required: ["place", "day"],
    additionalProperties: false,
  };
  const bySchema = { type: "json_schema", json_schema: { name: "event", schema } };
  const event = { place: expect.any(String), day: expect.any(Number) };
  test.each<[item: number, members: Members, fits: unknown]>([
    [60, { response_format: { type: "json_object" } }, expect.any(Object)],
    [61, { response_format: bySchema }, event],
    [61, { structured_outputs: { json: schema } }, event],
    [61, { guided_json: JSON.stringify(schema) }, event],
  ])("%i: JSON by %j", async (_, members, fits) => {
    const { message, finish_reason: end } = choiceOf(await ask(server, members));
    expect(end).toBe("stop");
    expect(JSON.parse(message.content ?? "")).toEqual(fits);
  });

  test.each<[item: number, members: Members, fits: RegExp]>([
    [62, { structured_outputs: { choice: ["red", "blue"] } }, /^(?:red|blue)$/],
    [63, { structured_outputs: { regex: "[a-c]{5}-[0-9]" } }, /^[a-c]{5}-\d$/],
    [64, { structured_outputs: { grammar: 'root ::= "a" | "b" "c"' } }, /^(?:a|bc)$/],
    [62, { guided_choice: ["green"] }, /^green$/],
  ])("%i: text by %j", async (_, members, fits) => {
    expect(choiceOf(await ask(server, members)).message.content).toMatch(fits);
  });

  test.each<[item: number, param: string, members: Members]>([
    [61, "response_format", { response_format: { type: "json_schema" } }],
    [62, "structured_outputs.choice", { structured_outputs: { choice: [] } }],
    [63, "structured_outputs.regex", { structured_outputs: { regex: "(" } }],
    [64, "structured_outputs.grammar", { structured_outputs: { grammar: "" } }],
    [65, "structured_outputs", { structured_outputs: { regex: "a", choice: ["a"] } }],
    [65, "structured_outputs", { response_format: bySchema, structured_outputs: { regex: "a" } }],
    [66, "response_format", { response_format: { type: "structural_tag", format: 3 } }],
    [67, "tool_choice", { ...weather, tool_choice: named("get_weather"), guided_regex: "a" }],
    [65, "response_format", { response_format: bySchema, use_beam_search: true }],
  ])("%i: %s is at fault in %j", async (_, param, members) => {
    const answer = await ask(server, members);
    expect(answer.status, answer.text).toBe(400);
    expect(errorOf(answer).param).toBe(param);
    // Also before a stream, which has not begun yet.
    expect((await ask(server, { ...members, stream: true })).status).toBe(400);
  });
});

describe("tools", () => {
  test("68: calls a tool by itself", async () => {
    const { message, finish_reason: end } = choiceOf(await ask(server, weather));
    expect(end).toBe("tool_calls");
    expect(message.content).toBeNull();
    const [call] = message.tool_calls ?? [];
    expect(call).toMatchObject({ type: "function", id: expect.stringMatching(/^call_\w{24}$/) });
    expect(call?.function.name).toBe("get_weather");
    expect(JSON.parse(call?.function.arguments ?? "")).toEqual({ city: "Paris" });
  });

  test("69: a call that is required, and one that is named", async () => {
    const tools = [tool("get_weather"), tool("get_news")];
    const required = choiceOf(
      await ask(server, { ...say("hello"), tools, tool_choice: "required" }),
    );
    expect(required.message.tool_calls?.length).toBeGreaterThan(0);
    expect(required).toMatchObject({ finish_reason: "tool_calls", message: { content: "" } });
    const chosen = choiceOf(
      await ask(server, { ...say("hello"), tools, tool_choice: named("get_news") }),
    );
    expect(chosen.message.tool_calls?.map((call) => call.function.name)).toEqual(["get_news"]);
    expect(chosen).toMatchObject({ finish_reason: "stop", message: { content: "" } });
    for (const { function: made } of required.message.tool_calls ?? []) {
      expect(JSON.parse(made.arguments)).toEqual({ city: expect.any(String) });
    }
  });

  test("70: none means none", async () => {
    const { message } = choiceOf(await ask(server, { ...weather, tool_choice: "none" }));
    expect(message.tool_calls).toBeUndefined();
  });

  test.each<[param: string, members: Members]>([
    ["tool_choice", { tool_choice: "auto" }],
    ["tool_choice", { ...weather, tool_choice: named("unknown") }],
    ["tools", { tools: [] }],
    ["tool_choice", { ...weather, tool_choice: "any" }],
  ])("71: %s is at fault in %j", async (param, members) => {
    const answer = await ask(server, members);
    expect(answer.status).toBe(400);
    expect(errorOf(answer).param).toBe(param);
  });

  test("72, 82: events have the name and the id of a call once", async () => {
    const whole = choiceOf(await ask(server, { ...weather, parallel_tool_calls: false }));
    expect(whole.message.tool_calls).toHaveLength(1);
    const { chunks } = streamOf(
      await ask(server, { ...weather, parallel_tool_calls: false, stream: true }),
    );
    const deltas = chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []);
    expect(deltas.every(({ index }) => index === 0)).toBe(true);
    expect(deltas.filter(({ id }) => id !== undefined)).toHaveLength(1);
    expect(deltas.filter((delta) => delta.function?.name !== undefined)).toHaveLength(1);
    const written = deltas.map((delta) => delta.function?.arguments ?? "").join("");
    expect(written).toBe(whole.message.tool_calls?.[0]?.function.arguments);
    const ends = chunks.flatMap(({ choices }) => choices[0]?.finish_reason ?? []);
    expect(ends).toEqual(["tool_calls"]);
  });

  test("a call that the limit cuts ends by length, whole and streamed", async () => {
    const cut = { ...weather, max_tokens: 8 };
    expect(choiceOf(await ask(server, cut)).finish_reason).toBe("length");
    const { chunks } = streamOf(await ask(server, { ...cut, stream: true }));
    expect(chunks.flatMap(({ choices }) => choices[0]?.finish_reason ?? [])).toEqual(["length"]);
  });

  test("74: a model that does not reason has no reasoning", async () => {
    const { message } = choiceOf(await ask(server));
    expect(message).toMatchObject({ reasoning: null, reasoning_content: null });
  });
});
