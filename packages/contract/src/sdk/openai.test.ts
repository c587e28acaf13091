import { stubApp } from "@heddle/stub";
import OpenAI from "openai";
import { describe, expect, test } from "vitest";
import { serviceNamed, services } from "../spec/services.ts";

/** The services that OpenAI SDKs talk to, at each path that the SDKs may be given. */
const places = services
  .filter(({ operations }) => operations.some(({ path }) => path === "/chat/completions"))
  .flatMap(({ name, prefix, otherPrefixes }) =>
    [prefix, ...otherPrefixes].map((path) => ({ name, path })),
  );

const app = stubApp();
const messages = [{ role: "user" as const, content: "How do I change my address?" }];
const model = "OpenPipe/Qwen3-14B-Instruct";

/** The SDK as it comes from the registry, with the stub behind its `fetch`. */
function clientAt(path: string, headers: Record<string, string> = {}): OpenAI {
  return new OpenAI({
    apiKey: "k".repeat(40),
    baseURL: `http://stub${path}`,
    maxRetries: 0,
    defaultHeaders: headers,
    fetch: async (input, init) =>
      app.request(input instanceof Request ? input : String(input), init),
  });
}

async function readAll<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

test("the spec has services for the SDK", () => {
  expect(places.length).toBeGreaterThanOrEqual(3);
});

describe.each(places)("openai at $path of $name", ({ path }) => {
  test("gets a completion", async () => {
    const completion = await clientAt(path).chat.completions.create({ model, messages });
    expect(completion.object).toBe("chat.completion");
    expect(completion.choices[0]?.message.role).toBe("assistant");
    const { response } = await clientAt(path)
      .chat.completions.create({ model, messages })
      .withResponse();
    expect(response.headers.get("x-request-id")).toMatch(/./);
  });

  test("iterates a stream to its end", async () => {
    const stream = await clientAt(path).chat.completions.create({ model, messages, stream: true });
    const chunks = await readAll(stream);
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.every(({ object }) => object === "chat.completion.chunk")).toBe(true);
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
  });

  test("puts a stream together with its helper", async () => {
    const runner = clientAt(path).chat.completions.stream({ model, messages });
    let text = "";
    runner.on("content", (delta) => (text += delta));
    const completion = await runner.finalChatCompletion();
    expect(completion.choices[0]?.message.content).toBe(text);
    expect(completion.choices[0]?.finish_reason).toBe("stop");
  });

  test.each([
    [400, OpenAI.BadRequestError],
    [401, OpenAI.AuthenticationError],
    [404, OpenAI.NotFoundError],
    [429, OpenAI.RateLimitError],
    [500, OpenAI.InternalServerError],
  ])("throws its own error for %i, with the service's message", async (status, Class) => {
    const client = clientAt(path, { prefer: `code=${status}` });
    const failure = await client.chat.completions
      .create({ model, messages })
      .catch((e: unknown) => e);
    expect(failure).toBeInstanceOf(Class);
    const { message, type } = failure as InstanceType<typeof OpenAI.APIError>;
    expect(message).toMatch(new RegExp(`^${status} .{5,}`));
    expect(type).toBeTypeOf("string");
  });
});

describe("openai at the inference service", () => {
  const { prefix } = serviceNamed("inference");

  test("lists models", async () => {
    const models = await readAll(clientAt(prefix).models.list());
    expect(models.length).toBeGreaterThan(0);
    expect(models.every(({ id, object }) => id !== "" && object === "model")).toBe(true);
  });

  test("reads one, whose name has a slash in it", async () => {
    const [first] = await readAll(clientAt(prefix).models.list());
    const read = await clientAt(prefix).models.retrieve(first?.id ?? "");
    expect(read.object).toBe("model");
  });
});
