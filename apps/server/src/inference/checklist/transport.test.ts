import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, choiceOf, completionOf, errorOf, send } from "../testing/asking.ts";
import { type ChatServer, chatServer } from "../testing/chat-server.ts";

// Items 1 to 10 of the checklist in inference-api §13.

let server: ChatServer;

beforeAll(async () => {
  server = await chatServer();
});

afterAll(() => server[Symbol.asyncDispose]());

const question = JSON.stringify({
  model: "heddle/loom",
  messages: [{ role: "user", content: "hello" }],
});

test("1: answers a model and one message", async () => {
  const answer = await ask(server);
  expect(completionOf(answer)).toMatchObject({ object: "chat.completion", model: "heddle/loom" });
  expect(choiceOf(answer).message).toMatchObject({
    role: "assistant",
    content: expect.stringMatching(/./) as string,
  });
  expect(answer.headers.get("content-type")).toBe("application/json");
});

describe("2: keys", () => {
  const path = "/inference/v1/chat/completions";

  test.each([
    ["none", ""],
    ["a wrong one", `Bearer hd-${"x".repeat(40)}`],
  ])("refuses %s", async (_, authorization) => {
    const answer = await send(server, path, question, { authorization });
    expect(answer.status).toBe(401);
    expect(errorOf(answer)).toMatchObject({
      type: "authentication_error",
      code: "invalid_api_key",
      message: expect.stringMatching(/./) as string,
    });
  });

  test("reads the scheme in lower case", async () => {
    const authorization = `bearer ${server.keys.acme}`;
    expect((await send(server, path, question, { authorization })).status).toBe(200);
  });
});

describe("3: bodies that are none", () => {
  test.each([
    ["text/plain", question, "text/plain", 400, 422],
    ["malformed JSON", '{"model":', "application/json", 400, 422],
    ["an array", "[]", "application/json", 400, 422],
  ])("refuses %s", async (_, body, type, inference, training) => {
    for (const [prefix, status] of [
      ["/inference/v1", inference],
      ["/v1", inference],
      ["/training/v1", training],
    ] as const) {
      const headers = { "content-type": type };
      const answer = await send(server, `${prefix}/chat/completions`, body, headers);
      expect(answer.status, prefix).toBe(status);
      expect(errorOf(answer).message, prefix).toMatch(/.../);
    }
  });
});

describe("4: request ids", () => {
  test("every answer has one", async () => {
    for (const members of [{}, { temperature: 9 }, { model: "none" }, { stream: true }]) {
      expect((await ask(server, members)).headers.get("x-request-id")).toMatch(/./);
    }
  });

  test("the caller's own comes back, and names the answer", async () => {
    const answer = await ask(
      server,
      { request_id: "other" },
      { headers: { "x-request-id": "abc" } },
    );
    expect(answer.headers.get("x-request-id")).toBe("abc");
    expect(completionOf(answer).id).toBe("chatcmpl-abc");
  });

  test("that of the body names the answer where no header does", async () => {
    expect(completionOf(await ask(server, { request_id: "mine" })).id).toBe("chatcmpl-mine");
  });

  test("a long one is refused, since every event would repeat it", async () => {
    const answer = await ask(server, { request_id: "x".repeat(200) });
    expect(errorOf(answer)).toMatchObject({ param: "request_id" });
  });
});

test("5: takes members that it does not know", async () => {
  const messages = [{ role: "user", content: "hello", extra: { deep: 1 } }];
  expect((await ask(server, { messages, metadata: { a: 1 }, unheard_of: [1] })).status).toBe(200);
});

test("6: says which models there are", async () => {
  const answer = await ask(server, { model: "gpt-none" });
  expect(answer.status).toBe(404);
  expect(errorOf(answer)).toMatchObject({
    type: "not_found_error",
    param: "model",
    code: "model_not_found",
    message: expect.stringMatching(/"gpt-none".*heddle\/loom.*HEDDLE_MODELS/),
  });
});

test("7: training answers at both of its paths", async () => {
  for (const path of ["/chat/completions", "/chat/completions/"]) {
    const prefix = "/training/v1";
    expect((await ask(server, {}, { prefix, path })).status).toBe(200);
    const answer = await ask(server, { messages: undefined }, { prefix, path });
    expect(answer.status).toBe(422);
    const { detail, error } = JSON.parse(answer.text) as {
      detail: { loc: unknown[] }[];
      error: unknown;
    };
    expect(detail[0]?.loc.at(-1)).toBe("messages");
    expect(error).toMatchObject({
      message: expect.stringMatching(/./) as string,
      param: "messages",
    });
  }
});

test("7: at the shared address the slash decides whose rules hold", async () => {
  const wrong = { messages: undefined };
  expect((await ask(server, wrong, { prefix: "/v1" })).status).toBe(400);
  const path = "/chat/completions/";
  expect((await ask(server, wrong, { prefix: "/v1", path })).status).toBe(422);
  expect((await ask(server, { temperature: 9 }, { prefix: "/v1", path })).status).toBe(400);
});

describe("10: projects", () => {
  test.each([
    ["elsewhere/project", 401],
    ["nobody/project", 401],
    ["acme/known", 200],
    ["acme/never-seen", 200],
    ["acme", 400],
    ["acme/a/b", 400],
  ])("%s is %i", async (project, status) => {
    const answer = await ask(server, {}, { headers: { "openai-project": project } });
    expect(answer.status).toBe(status);
    if (status === 400) expect(errorOf(answer).param).toBe("OpenAI-Project");
    if (status === 401) expect(errorOf(answer).code).toBe("invalid_project");
  });
});
