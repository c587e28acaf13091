import OpenAI from "openai";
import OpenAI4 from "openai-4";
import OpenAI5 from "openai-5";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RunningServer, runServer } from "../server/running-server.ts";

// Three major versions of the official client, as they come from the registry, against a server with
// the built-in model.

let server: RunningServer;

beforeAll(async () => {
  server = await runServer();
});

afterAll(() => server?.end());

const model = "heddle/loom";
const hello = [{ role: "user" as const, content: "hello" }];
const answer = "Hello! How can I help you?";
const weather = {
  model,
  messages: [{ role: "user" as const, content: "What is the weather in Paris?" }],
  tools: [
    {
      type: "function" as const,
      function: {
        name: "get_weather",
        parameters: {
          type: "object",
          properties: { city: { type: "string" } },
          required: ["city"],
        },
      },
    },
  ],
};

/** The part of the client that all versions have; their own types differ in names alone. */
type Client = Pick<OpenAI, "chat" | "models">;
type StreamHelper = Client["chat"]["completions"]["stream"];

interface Version {
  readonly name: string;
  readonly client: (key?: string) => Client;
  /** The helper that puts a stream together, where this version has it. */
  readonly stream: StreamHelper;
  readonly errors: Pick<
    typeof OpenAI,
    "AuthenticationError" | "BadRequestError" | "NotFoundError" | "RateLimitError"
  >;
}

function version(name: string, Class: typeof OpenAI): Version {
  const client = (apiKey = server.keys.write): OpenAI =>
    new Class({ apiKey, baseURL: `${server.url}/v1`, maxRetries: 0 });
  const helperOf = ({ chat, beta }: OpenAI): { stream: StreamHelper } =>
    "stream" in chat.completions
      ? chat.completions
      : (beta as unknown as Pick<OpenAI, "chat">).chat.completions;
  return { name, client, stream: (params) => helperOf(client()).stream(params), errors: Class };
}

const versions = [
  version("7", OpenAI),
  version("5", OpenAI5 as unknown as typeof OpenAI),
  version("4", OpenAI4 as unknown as typeof OpenAI),
];

describe.each(versions)("openai $name", ({ client, stream, errors }) => {
  test("gets a whole answer", async () => {
    const { choices, usage } = await client().chat.completions.create({ model, messages: hello });
    expect(choices[0]).toMatchObject({ finish_reason: "stop", message: { content: answer } });
    expect(usage?.total_tokens).toBeGreaterThan(20);
  });

  test("gets a stream", async () => {
    const chunks = await client().chat.completions.create({ model, messages: hello, stream: true });
    let text = "";
    for await (const { choices } of chunks) text += choices[0]?.delta.content ?? "";
    expect(text).toBe(answer);
  });

  test("86: puts three streamed choices together", async () => {
    const several = { model, messages: hello, n: 3, temperature: 1 };
    const { choices } = await stream(several).finalChatCompletion();
    expect(choices.map(({ index }) => index)).toEqual([0, 1, 2]);
    for (const { message } of choices) expect(message.content).toMatch(/./);
  });

  test("puts a streamed call of a tool together", async () => {
    const { choices } = await stream(weather).finalChatCompletion();
    const [choice] = choices;
    expect(choice?.finish_reason).toBe("tool_calls");
    const [call] = choice?.message.tool_calls ?? [];
    expect(call).toMatchObject({
      type: "function",
      function: { name: "get_weather", arguments: expect.stringContaining("Paris") },
    });
  });

  test("reads log probabilities from a stream", async () => {
    const asked = { model, messages: hello, logprobs: true };
    const { choices } = await stream(asked).finalChatCompletion();
    const tokens = choices[0]?.logprobs?.content?.map(({ token }) => token) ?? [];
    expect(tokens.join("")).toBe(`${answer}<|im_end|>`);
  });

  test("lists and retrieves models", async () => {
    const { data } = await client().models.list();
    expect(data.map(({ id }) => id)).toContain(model);
    expect(await client().models.retrieve(model)).toMatchObject({ id: model, object: "model" });
  });

  test("8: understands refusals", async () => {
    const failure = async (key: string | undefined, members: object): Promise<unknown> =>
      client(key)
        .chat.completions.create({ model, messages: hello, ...members })
        .catch((error: unknown) => error);
    const wrongKey = await failure("x".repeat(43), {});
    expect(wrongKey).toBeInstanceOf(errors.AuthenticationError);
    const unknown = await failure(undefined, { model: "none" });
    expect(unknown).toBeInstanceOf(errors.NotFoundError);
    expect(unknown).toMatchObject({ code: "model_not_found", param: "model" });
    for (const isStream of [false, true]) {
      const wrong = await failure(undefined, { temperature: 3, stream: isStream });
      expect(wrong).toBeInstanceOf(errors.BadRequestError);
      expect(wrong).toMatchObject({
        param: "temperature",
        message: expect.stringContaining("between 0 and 2"),
      });
    }
  });

  test("stops a stream that it leaves", async () => {
    const long = { model, messages: hello, stream: true as const, ignore_eos: true };
    const chunks = await client().chat.completions.create(long);
    for await (const _ of chunks) break;
    const { choices } = await client().chat.completions.create({ model, messages: hello });
    expect(choices[0]?.message.content).toBe(answer);
  });
});
