import { once } from "node:events";
import type { Trace } from "@heddle/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ask,
  choiceOf,
  completionOf,
  errorOf,
  type Members,
  send,
  streamOf,
} from "../testing/asking.ts";
import { rawAsk } from "../testing/raw-ask.ts";
import { type WholeServer, wholeServer } from "../testing/whole-server.ts";

let server: WholeServer;

beforeAll(async () => {
  server = await wholeServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const path = "/inference/v1/chat/completions";
/** The answer does not wait for its call. */
const patiently = { timeout: 120_000 };

async function callsIn(project_id: string, from: WholeServer = server): Promise<Trace.Call[]> {
  const { calls } = (await from.trace("/calls/query", { project_id })) as { calls: Trace.Call[] };
  return calls;
}

/** The calls of a project, once there are so many. */
async function callsOnceWritten(project: string, count = 1): Promise<Trace.Call[]> {
  await expect.poll(() => callsIn(project), patiently).toHaveLength(count);
  return callsIn(project);
}

const asked = (project: string, members: Members = {}) =>
  ask(server, members, { headers: { "x-heddle-trace": project } });

test("a request and its answer become a call, counted as usage of its model", async () => {
  const body =
    '{"model":"heddle/loom","messages":[{"role":"user","content":"hello"}],"seed":9223372036854775807}';
  const headers = { "x-heddle-trace": "acme/whole", "x-request-id": "mine-1" };
  const answer = completionOf(await send(server, path, body, headers));
  const [call] = await callsOnceWritten("acme/whole");
  expect(call).toMatchObject({
    op_name: "heddle.chat",
    exception: null,
    attributes: { request_id: "mine-1", usage_project: "acme/inference" },
    inputs: { model: "heddle/loom", messages: [{ role: "user", content: "hello" }] },
    output: {
      id: answer.id,
      usage: answer.usage,
      choices: [
        {
          message: { role: "assistant", content: answer.choices[0]!.message.content },
          finish_reason: "stop",
        },
      ],
    },
    summary: {
      first_token_ms: expect.any(Number) as number,
      weave: { status: "success", latency_ms: expect.any(Number) as number },
    },
  });
  expect(call!.summary).not.toHaveProperty("was_cut");
  const { call_usage } = (await server.trace("/calls/usage", {
    project_id: "acme/whole",
    call_ids: [call!.id],
  })) as Trace.UsageByCall;
  const { prompt_tokens, completion_tokens, total_tokens } = answer.usage;
  expect(call_usage[call!.id]).toMatchObject({
    "heddle/loom": { requests: 1, prompt_tokens, completion_tokens, total_tokens },
  });
  const text = await fetch(`${server.url}/traces/calls/query`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.keys.acme}`, "content-type": "application/json" },
    body: JSON.stringify({ project_id: "acme/whole" }),
  });
  expect(await text.text()).toContain('"seed":9223372036854775807');
});

test("a stream is joined to the same answer", async () => {
  const tools = [
    {
      type: "function",
      function: {
        name: "weather",
        parameters: { type: "object", properties: { city: { type: "string" } } },
      },
    },
  ];
  const conversation = {
    temperature: 0,
    messages: [{ role: "user", content: "weather in Paris?" }],
  };
  for (const [project, members] of [
    ["acme/text", { temperature: 0 }],
    ["acme/tools", { ...conversation, tools }],
    ["acme/two", { n: 2, temperature: 1, seed: 3 }],
  ] as const) {
    await asked(project, members);
    const [whole] = await callsOnceWritten(project);
    streamOf(await asked(project, { ...members, stream: true }));
    const streamed = (await callsOnceWritten(project, 2)).find(({ id }) => id !== whole!.id)!;
    expect(withoutIds(streamed.output)).toEqual(withoutIds(whole!.output));
    expect(streamed.summary).toMatchObject({ first_token_ms: expect.any(Number) as number });
  }
  const [{ output }] = (await callsIn("acme/tools")) as [Trace.Call];
  expect(JSON.stringify(output)).toContain('"name":"weather"');
});

/** Ids and times differ between two answers, and the second finds its prompt in the cache. */
function withoutIds(output: unknown): unknown {
  return JSON.parse(JSON.stringify(output), (name, value: unknown) =>
    ["id", "created", "cached_tokens"].includes(name) ? undefined : value,
  );
}

test("a request that fails becomes a call with its error", async () => {
  const answer = await asked("acme/failing", { model: "nobody" });
  expect(answer.status).toBe(404);
  expect(await callsOnceWritten("acme/failing")).toMatchObject([
    {
      exception: errorOf(answer).message,
      output: null,
      summary: { weave: { status: "error" } },
    },
  ]);
});

test("a stream that is left becomes a call as far as it came", async () => {
  const members = { stream: true, max_tokens: 4000 };
  const { response, leave } = rawAsk(server, members, { "x-heddle-trace": "acme/left" });
  const stream = await response;
  stream.on("error", () => undefined);
  await once(stream, "data");
  await once(stream, "data");
  leave();
  const [call] = await callsOnceWritten("acme/left");
  const { completion_tokens } = (call!.output as { usage: { completion_tokens: number } }).usage;
  expect(completion_tokens).toBeGreaterThan(0);
  expect(call).toMatchObject({
    exception: null,
    output: {
      choices: [
        { finish_reason: null, message: { content: expect.stringMatching(/./) as string } },
      ],
    },
    summary: { was_cut: true, usage: { "heddle/loom": { completion_tokens } } },
  });
});

describe("the header", () => {
  test.each([
    ["/inference/v1", 401],
    ["/v1", 401],
    ["/training/v1", 404],
  ])(
    "of another entity is refused under %s with %i, before the body is looked at",
    async (prefix, status) => {
      for (const project of ["elsewhere/known", "nobody/unknown"]) {
        const headers = { "x-heddle-trace": project };
        const answer = await send(server, `${prefix}/chat/completions`, "{", headers);
        expect(answer.status).toBe(status);
        expect(answer.text).toContain(project);
        if (status === 401) {
          expect(errorOf(answer)).toMatchObject({
            code: "invalid_project",
            param: "X-Heddle-Trace",
          });
        }
      }
    },
  );

  test.each(["acme", "acme/a/b", "acme/"])("refuses %s, by its name", async (project) => {
    const answer = await asked(project);
    expect(answer.status).toBe(400);
    expect(errorOf(answer)).toMatchObject({ param: "X-Heddle-Trace" });
    expect(errorOf(answer).message).toContain("X-Heddle-Trace");
  });
});

test("without header and setting there is no call", async () => {
  const before = await server.metric('heddle_chat_traced_total{outcome="written"}');
  await ask(server);
  await asked("acme/after");
  await callsOnceWritten("acme/after");
  await server.restart();
  expect(before).toBeGreaterThan(0);
  expect(await callsIn("acme/inference")).toEqual([]);
});

test.each([
  ["acme/chats", 1, 0],
  ["chats", 1, 1],
])(
  "the setting %s takes what it says, and the header comes first",
  async (setting, acme, elsewhere) => {
    await using own = await wholeServer({ HEDDLE_TRACE_CHAT: setting });
    await ask(own);
    await ask(own, {}, { headers: { "x-heddle-trace": "acme/other" } });
    const authorization = `Bearer ${own.keys.elsewhere}`;
    expect((await ask(own, {}, { headers: { authorization } })).status).toBe(200);
    // A stop writes what waits.
    await own.restart();
    expect(await callsIn("acme/chats", own)).toHaveLength(acme);
    expect(await callsIn("acme/other", own)).toHaveLength(1);
    const answer = await fetch(`${own.url}/traces/calls/query`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ project_id: "elsewhere/chats" }),
    });
    expect(((await answer.json()) as { calls: unknown[] }).calls).toHaveLength(elsewhere);
  },
);

test("the whole answer of a request that is traced is that of one that is not", async () => {
  const members = { seed: 5, temperature: 1 };
  const [one, other] = [
    choiceOf(await ask(server, members)),
    choiceOf(await asked("acme/same", members)),
  ];
  expect(other).toEqual(one);
});
