import type { Inference } from "@heddle/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, choiceOf, errorOf } from "../../testing/asking.ts";
import { chatServer, type ChatServer } from "../../testing/chat-server.ts";

let server: ChatServer;
beforeAll(async () => {
  server = await chatServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const city = { type: "string" };
const tool = (parameters: Readonly<Record<string, unknown>>): Inference.ChatTool => ({
  type: "function",
  function: { name: "get_weather", parameters },
});
const about = (properties: Readonly<Record<string, unknown>>, more = {}): Inference.ChatTool =>
  tool({ type: "object", properties: { city, ...properties }, required: ["city"], ...more });

/** Schemas that no grammar can hold, or that are none. */
const schemas: readonly [string, Inference.ChatTool][] = [
  ["a list that contains something", about({ days: { type: "array", contains: { const: 1 } } })],
  ["a word of OpenAPI", about({ unit: { type: "string", nullable: true } })],
  ["a reference to elsewhere", about({ unit: { $ref: "https://example.com/unit" } })],
  ["a reference to nothing", about({ unit: { $ref: "#/$defs/unit" } })],
  ["a pattern with a look-behind", about({ unit: { type: "string", pattern: "(?<=a)b" } })],
  ["a pattern that is none", about({ unit: { type: "string", pattern: "(" } })],
  ["a type that is none", about({ unit: { type: "float" } })],
];

const request = (tools: readonly Inference.ChatTool[]) => ({
  messages: [{ role: "user", content: "What is the weather in Paris?" }],
  temperature: 0,
  max_tokens: 400,
  tools,
});

describe("a schema that cannot be enforced", () => {
  it.each(schemas)(
    "loosens the grammar where calls are free to be made: %s",
    async (_name, bad) => {
      const { message } = choiceOf(await ask(server, request([bad])));
      const [call] = message.tool_calls!;
      expect(call!.function.name).toBe("get_weather");
      expect(JSON.parse(call!.function.arguments)).toMatchObject({ city: "Paris" });
    },
  );

  it.each(schemas)("is refused by name where a call is demanded: %s", async (_name, bad) => {
    const answer = await ask(server, { ...request([bad]), tool_choice: "required" });
    expect([answer.status, errorOf(answer).param]).toEqual([400, "tool_choice"]);
    expect(errorOf(answer).message).toMatch(/JSON schema at|regular expression|pattern/i);
  });

  it("leaves the grammar of the other tools as it is", async () => {
    const bad = { function: { name: "other", parameters: { contains: 1, $ref: "#/nowhere" } } };
    const { message } = choiceOf(await ask(server, request([about({}), bad])));
    expect(message.tool_calls).toMatchObject([
      { function: { name: "get_weather", arguments: '{"city": "Paris"}' } },
    ]);
  });

  it("is no reason to refuse, however large or deep it is", async () => {
    let deep: Readonly<Record<string, unknown>> = { type: "string" };
    for (let depth = 0; depth < 60; depth++) deep = { type: "object", properties: { deep } };
    // The engine gives a grammar of that many values up after a second.
    const values = Array.from({ length: 100_000 }, (_, at) => `value_${at}`);
    const offers = [
      [tool(deep)],
      [about({ unit: { enum: values } })],
      // Short ones: even where other programs load the machine, a template must be done in 0.7 s.
      Array.from({ length: 1001 }, () => ({ function: { name: "get_weather" } })),
    ];
    for (const tools of offers) {
      const asked = { ...request(tools), truncate_prompt_tokens: 200, max_tokens: 5 };
      const { status, text } = await ask(server, asked);
      expect(status, text).toBe(200);
    }
  });
});

it("a tool without parameters gets none, and each name is that of a tool", async () => {
  for (const parameters of [null, {}, { type: "object", properties: {} }]) {
    const time = { function: { name: "get_time", parameters } };
    const asked = { ...request([time]), tool_choice: "required", parallel_tool_calls: false };
    const { message } = choiceOf(await ask(server, asked));
    const [call] = message.tool_calls!;
    expect(call!.function.name).toBe("get_time");
    const found = JSON.parse(call!.function.arguments) as object;
    if (parameters === null || "properties" in parameters) expect(found).toEqual({});
  }
});
